import TapeDomain

/// The order of the rows, and what is frozen of them.
extension WatchlistViewModel {
  /// Rows never move more often than this, so that a person can follow them.
  static let sortSpacing = Duration.seconds(1)

  /// Orders by what comes after the present order.
  func cycleOrder() {
    viewState.order = viewState.order.next
    viewState.isReversed = false
    sortNow()
    // Also when no row moved: sorting by a value watches the whole list.
    watchVisibleRows(settling: true)
    noteMemory()
  }

  /// Orders in that way.
  func setOrder(_ order: RowOrder, isReversed: Bool) {
    viewState.order = order
    viewState.isReversed = isReversed
    sortNow()
    watchVisibleRows(settling: true)
  }

  /// Turns the present order round.
  func reverseOrder() {
    viewState.isReversed.toggle()
    sortNow()
    noteMemory()
  }

  /// Prices changed: sorts again, as soon as the spacing allows.
  func sortWhenDue() {
    guard viewState.order.isByValue, !viewState.isPaused, sortTask == nil else { return }
    let due = sortedAt.map { $0 + Self.sortSpacing } ?? time.now
    guard due > time.now else { return sortNow() }
    sortTask = Task { [weak self, time] in
      do { try await time.sleep(until: due) } catch { return }
      guard !Task.isCancelled, let self else { return }
      sortTask = nil
      guard !viewState.isPaused else { return }
      sortNow()
      changed()
    }
  }

  /// Puts the rows in order; the selection stays with its symbol and on the screen.
  private func sortNow() {
    sortTask?.cancel()
    sortTask = nil
    sortedAt = time.now
    let selected = viewState.selection.map { viewState.rows[$0].id }
    guard book.sort(by: viewState.order, isReversed: viewState.isReversed, rows: &viewState.rows) else {
      return
    }
    if let index = selected.flatMap(book.index) { scroll.select(index) }
    showScroll()
    watchMovedRows()
  }

  /// Freezes the rows, or shows the newest again.
  func togglePause() {
    viewState.isPaused.toggle()
    guard !viewState.isPaused else { return }
    let changes = paused.take()
    // Nobody saw these prices move.
    book.skipFlashes(of: changes.keys)
    book.apply(changes, at: time.now, to: &viewState.rows)
    sortWhenDue()
  }
}
