/// Which row is selected and which rows are on the screen; the selected one always is.
struct SelectionScroll: Hashable, Sendable {
  /// How many rows there are.
  private(set) var count = 0
  /// How many rows fit on the screen; 0 on a screen that is too small.
  private(set) var visibleCount = 0
  /// The selected row; nil only without rows.
  private(set) var selection: Int?
  /// The first row on the screen.
  private(set) var firstVisible = 0

  /// The rows on the screen and `margin` more on either side.
  func window(margin: Int) -> Range<Int> {
    guard visibleCount > 0, count > 0 else { return 0..<0 }
    return max(firstVisible - margin, 0)..<min(firstVisible + visibleCount + margin, count)
  }

  /// Moves the selection by `rows`, as far as there are rows, and scrolls no more than it must.
  mutating func move(by rows: Int) {
    guard let selection else { return }
    select(selection + rows)
  }

  /// Moves selection and screen by `pages`.
  mutating func page(by pages: Int) {
    guard let selection else { return }
    let rows = pages * max(visibleCount, 1)
    firstVisible += rows
    select(selection + rows)
  }

  /// Selects the first row.
  mutating func selectFirst() { select(0) }

  /// Selects the last row.
  mutating func selectLast() { select(count - 1) }

  /// Scrolls by `rows`; the selection stays where it is, or at the edge of the screen.
  mutating func scroll(by rows: Int) {
    guard let selection else { return }
    firstVisible = min(max(firstVisible + rows, 0), max(count - visibleCount, 0))
    select(min(max(selection, firstVisible), firstVisible + max(visibleCount, 1) - 1))
  }

  /// Selects that row, on a screen that begins with `firstVisible` where that shows it.
  mutating func select(_ index: Int, firstVisible: Int) {
    self.firstVisible = firstVisible
    select(index)
  }

  /// The screen has room for that many rows.
  mutating func resize(visibleCount: Int) {
    self.visibleCount = max(visibleCount, 0)
    settle()
  }

  /// The rows are others: selects that one, which stays in its place on the screen where that is possible.
  mutating func replaceRows(count: Int, selecting index: Int?) {
    let place = (selection ?? 0) - firstVisible
    self.count = max(count, 0)
    guard self.count > 0 else {
      selection = nil
      firstVisible = 0
      return
    }
    let chosen = index ?? selection ?? 0
    firstVisible = chosen - place
    select(chosen)
  }

  /// Selects that row, or the one nearest to it, and scrolls no more than it must.
  mutating func select(_ index: Int) {
    guard count > 0 else { return }
    selection = min(max(index, 0), count - 1)
    settle()
  }

  /// Puts the selection on the screen, and the screen on the rows.
  private mutating func settle() {
    guard let selection else { return }
    firstVisible = min(max(firstVisible, 0), max(count - visibleCount, 0))
    let room = max(visibleCount, 1)
    if selection < firstVisible { firstVisible = selection }
    if selection >= firstVisible + room { firstVisible = selection - room + 1 }
  }
}
