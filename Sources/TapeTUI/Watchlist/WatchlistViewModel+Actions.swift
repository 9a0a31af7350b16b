import TapeDomain

extension WatchlistViewModel {
  /// How many rows a step of the wheel scrolls.
  nonisolated static let wheelStep = 3

  /// Does what a key asks for; the previous message has been read by then. Quitting is the screen's, and so are the
  /// lines of the screen.
  public func perform(_ action: WatchlistAction) {
    viewState.message = nil
    switch action {
    case .selectPrevious: move { $0.move(by: -1) }
    case .selectNext: move { $0.move(by: 1) }
    case .pageUp: move { $0.page(by: -1) }
    case .pageDown: move { $0.page(by: 1) }
    case .selectFirst: move { $0.selectFirst() }
    case .selectLast: move { $0.selectLast() }
    case .scrollUp: move { $0.scroll(by: -Self.wheelStep) }
    case .scrollDown: move { $0.scroll(by: Self.wheelStep) }
    case .find: openFind()
    case .findNext: findAgain(step: 1)
    case .findPrevious: findAgain(step: -1)
    case .cycleOrder: cycleOrder()
    case .reverseOrder: reverseOrder()
    case .toggleAges: viewState.showsAges.toggle()
    case .togglePause: togglePause()
    case .toggleMouse: toggleMouse()
    case .nextList: showNeighbour(1)
    case .previousList: showNeighbour(-1)
    case .showList(let number): showList(number: number)
    case .editList: beginEdit()
    case .retry: retry()
    case .toggleHelp:
      viewState.isHelpShown.toggle()
      viewState.helpLine = 0
    case .describeRow:
      viewState.describeRow(
        at: viewState.replay?.dataTime ?? viewState.clock?.now(at: time.now) ?? time.wall)
    case .dismiss: viewState.isHelpShown = false
    case .inject(let key): viewState.message = key.announcement(for: selectedSymbol)
    case .selectLine, .quit, .replay, .saveFlight, .reloadSettings: return
    }
    changed()
  }

  /// Shows bid, ask and volume from now on, or does without them.
  public func showsDepth(_ isShown: Bool) {
    book.setDepth(isShown, rows: &viewState.rows)
  }

  /// Shows a line for the user until the next key.
  public func say(_ text: String) {
    viewState.message = TextSanitizer.clean(text)
    changed()
  }

  /// Shows where the tape is that is played.
  public func show(_ replay: ReplayState) {
    guard viewState.replay != replay else { return }
    // A price after a step back has not moved from the later one.
    if let before = viewState.replay, replay.time < before.time { book.forgetMoves(rows: &viewState.rows) }
    viewState.replay = replay
    changed()
  }

  /// Selects the row at that place on the screen, which counts from 0 at the first visible row.
  public func select(place: Int) {
    viewState.message = nil
    let index = scroll.firstVisible + place
    if viewState.rows.indices.contains(index) { move { $0.select(index) } }
    changed()
  }

  /// Shows the help from another line on.
  public func showHelp(fromLine line: Int) {
    viewState.message = nil
    viewState.helpLine = line
    changed()
  }

  /// Copies selection and scrolling into the state.
  func showScroll() {
    viewState.selection = scroll.selection
    viewState.firstVisible = scroll.firstVisible
    viewState.visibleCount = scroll.visibleCount
  }

  /// Moves the selection; not behind the help, where nobody would see it.
  func move(_ step: (inout SelectionScroll) -> Void) {
    guard !viewState.isHelpShown else { return }
    step(&scroll)
    showScroll()
    noteMemory()
    watchVisibleRows(settling: true)
  }

  /// The symbol of the selected row; nil only without rows.
  var selectedSymbol: Symbol? { viewState.selection.map { viewState.rows[$0].id } }

  private func toggleMouse() {
    viewState.isMouseOn.toggle()
    viewState.message =
      viewState.isMouseOn
      ? "The wheel scrolls and a click selects a row; m gives the mouse back to the terminal."
      : "The mouse is the terminal's, for selecting text; m takes it again."
  }
}
