import TapeDomain

extension WatchlistViewModel {
  /// Does what a key asks for; the previous message has been read by then. Quitting is the screen's.
  public func perform(_ action: WatchlistAction) {
    viewState.message = nil
    switch action {
    case .selectPrevious: move { $0.move(by: -1) }
    case .selectNext: move { $0.move(by: 1) }
    case .pageUp: move { $0.page(by: -1) }
    case .pageDown: move { $0.page(by: 1) }
    case .selectFirst: move { $0.selectFirst() }
    case .selectLast: move { $0.selectLast() }
    case .retry: retry()
    case .toggleHelp: viewState.isHelpShown.toggle()
    case .describeRow: viewState.message = selectedRowSentence
    case .dismiss: viewState.isHelpShown = false
    case .quit: return
    }
    changed()
  }

  /// Shows a line for the user until the next key.
  public func say(_ text: String) {
    viewState.message = TextSanitizer.clean(text)
    changed()
  }

  /// Copies selection and scrolling into the state.
  func showScroll() {
    viewState.selection = scroll.selection
    viewState.firstVisible = scroll.firstVisible
    viewState.visibleCount = scroll.visibleCount
  }

  /// Moves the selection; not behind the help, where nobody would see it.
  private func move(_ step: (inout SelectionScroll) -> Void) {
    guard !viewState.isHelpShown else { return }
    step(&scroll)
    showScroll()
    watchVisibleRows(settling: true)
  }

  /// The selected row as a sentence, with the age of a price that may be out of date.
  private var selectedRowSentence: String? {
    guard let selection = viewState.selection else { return nil }
    let row = viewState.rows[selection]
    guard let since = row.staleSince else { return row.accessibilityLabel }
    let now = viewState.clock?.now(at: time.now) ?? time.wall
    return row.accessibilityLabel + ", " + AccessibilityLabel.age(AgeText(since: since, now: now)) + " old"
  }
}
