/// The keys of the watchlist: one table for handling, help and footer.
///
/// Ctrl-C and Ctrl-Z are not here: they are signals, so that they work when the screen does not.
enum WatchlistKeys {
  /// What each key does, in the order in which help and footer list it.
  static let table: [KeyBinding<WatchlistAction>] = [
    KeyBinding(
      [.up, .character("k"), .wheelUp], .selectPrevious, label: "move", rank: 2, help: "the row above"),
    KeyBinding(
      [.down, .character("j"), .wheelDown], .selectNext, label: "move", rank: 2, help: "the row below"),
    KeyBinding([.pageUp, .control("b")], .pageUp, help: "a page up"),
    KeyBinding([.pageDown, .control("f"), .character(" ")], .pageDown, help: "a page down"),
    KeyBinding([.home, .character("g")], .selectFirst, help: "the first row"),
    KeyBinding([.end, .character("G")], .selectLast, help: "the last row"),
    KeyBinding(
      [.enter, .character(".")], .describeRow, label: "say row", rank: 4, help: "say the row as a sentence"),
    KeyBinding([.character("r")], .retry, label: "retry", rank: 3, help: "retry the connection now"),
    KeyBinding([.escape], .dismiss, help: "close the help or a message"),
    KeyBinding([.character("?")], .toggleHelp, label: "help", rank: 1, help: "show or hide this help"),
    KeyBinding([.character("q")], .quit, label: "quit", rank: 0, help: "quit"),
  ]

  /// The table of a screen that has those keys of the demo as well.
  static func table(with faultKeys: [FaultKey]) -> [KeyBinding<WatchlistAction>] {
    table + faultKeys.map(\.binding)
  }

  /// What a key does; nil for a key that does nothing here.
  static func action(for key: Key, faultKeys: [FaultKey] = []) -> WatchlistAction? {
    actions[key] ?? faultKeys.lazy.map(\.binding).first { $0.keys.contains(key) }?.action
  }

  // The table's keys are unique, which a test checks; should they not be, the first line wins.
  private static let actions = Dictionary(
    table.flatMap { binding in binding.keys.map { ($0, binding.action) } },
    uniquingKeysWith: { first, _ in first })
}
