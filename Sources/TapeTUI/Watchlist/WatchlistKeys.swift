/// The keys of the watchlist: one table for handling, help and footer.
///
/// Ctrl-C and Ctrl-Z are not here: they are signals, so that they work when the screen does not.
enum WatchlistKeys {
  /// What each key does, in the order in which help and footer list it.
  static let table: [KeyBinding<WatchlistAction>] = browsing + lists + looking

  private static let browsing: [KeyBinding<WatchlistAction>] = [
    KeyBinding([.up, .character("k")], .selectPrevious, label: "move", rank: 2, help: rows),
    KeyBinding([.down, .character("j")], .selectNext, label: "move", rank: 2, help: rows),
    KeyBinding([.pageUp, .control("b")], .pageUp, help: pages),
    KeyBinding([.pageDown, .control("f"), .character(" ")], .pageDown, help: pages),
    KeyBinding([.home, .character("g")], .selectFirst, help: ends),
    KeyBinding([.end, .character("G")], .selectLast, help: ends),
    KeyBinding([.wheelUp], .scrollUp, help: mouse),
    KeyBinding([.wheelDown], .scrollDown, help: mouse),
    KeyBinding([anyClick], .selectLine(0), help: mouse),
    KeyBinding(
      [.character("/")], .find, label: "find", rank: 3, help: "find by symbol or name, as you type"),
    KeyBinding([.character("n")], .findNext, help: matches),
    KeyBinding([.character("N")], .findPrevious, help: matches),
    KeyBinding([.character("s")], .cycleOrder, label: "sort", rank: 6, help: orders),
    KeyBinding([.character("S")], .reverseOrder, help: orders),
  ]

  private static let lists: [KeyBinding<WatchlistAction>] =
    [
      KeyBinding([.tab], .nextList, help: otherLists),
      KeyBinding([.backTab], .previousList, help: otherLists),
    ] + numbers + [
      KeyBinding([.character("e")], .editList, help: "edit the list: add, remove, move, rename")
    ]

  private static let numbers: [KeyBinding<WatchlistAction>] = (1...9).map { number in
    KeyBinding([.character(Character("\(number)"))], .showList(number), help: "the list of that number")
  }

  private static let looking: [KeyBinding<WatchlistAction>] = [
    KeyBinding(
      [.enter, .character(".")], .describeRow, label: "say row", rank: 8, help: "say the row as a sentence"),
    KeyBinding([.character("r")], .retry, label: "retry", rank: 4, help: "retry the connection now"),
    KeyBinding(
      [.character("p")], .togglePause, label: "pause", rank: 5, help: "freeze the rows, show the newest again"
    ),
    KeyBinding(
      [.character("a")], .toggleAges, label: "ages", rank: 7, help: "show or hide the age of every row"),
    KeyBinding([.character("m")], .toggleMouse, help: "leave the mouse to the terminal, or not"),
    KeyBinding([.character("C")], .reloadSettings, help: "read the settings again"),
    KeyBinding([.escape], .dismiss, help: closing),
    KeyBinding([.character("?")], .toggleHelp, label: "help", rank: 1, help: closing),
    KeyBinding([.character("q")], .quit, label: "quit", rank: 0, help: "quit"),
  ]

  /// What a screen can do beside watching, which has keys of its own.
  struct Features: OptionSet, Hashable, Sendable {
    let rawValue: Int
    /// It plays a tape: there is no link to retry, and the tape pauses, not the rows.
    static let replay = Features(rawValue: 1)
    /// It keeps the last minutes, which can be written to a file.
    static let flight = Features(rawValue: 2)
  }

  /// The table of a screen with those features.
  static func table(_ features: Features) -> [KeyBinding<WatchlistAction>] {
    if features.contains(.replay) {
      let rest = table.filter { $0.action != .retry && $0.action != .togglePause }
        .map { $0.action == .pageDown ? pageDownWithoutSpace : $0 }
      return replayTable + rest
    }
    guard features.contains(.flight), let end = table.firstIndex(where: { $0.action == .toggleMouse }) else {
      return table
    }
    return table[..<end] + [flight] + table[end...]
  }

  private static let flight = KeyBinding<WatchlistAction>(
    [.character("D")], .saveFlight, help: "write the last five minutes to a file")

  private static let replayTable: [KeyBinding<WatchlistAction>] = [
    KeyBinding(
      [.character(" ")], .replay(.togglePause), label: "pause", rank: 1, help: "stop the tape, go on"),
    KeyBinding([.left], .replay(.stepBack), label: "step", rank: 2, help: steps),
    KeyBinding([.right], .replay(.stepForward), label: "step", rank: 2, help: steps),
    KeyBinding([.character("<")], .replay(.slower), label: "speed", rank: 3, help: speeds),
    KeyBinding([.character(">")], .replay(.faster), label: "speed", rank: 3, help: speeds),
  ]
  private static let pageDownWithoutSpace = KeyBinding<WatchlistAction>(
    [.pageDown, .control("f")], .pageDown, help: pages)
  private static let steps = "a second back, a second on"
  private static let speeds = "slower, faster"

  /// What a key does in the standard table; nil for a key that does nothing here.
  static func action(
    for key: Key, faultKeys: [FaultKey] = [], features: Features = []
  ) -> WatchlistAction? {
    KeyMap.standard.action(for: key, faultKeys: faultKeys, features: features)
  }

  // Lines of the table that follow each other with the same words are one line of the help.
  private static let rows = "the row above, the row below"
  private static let pages = "a page up, a page down"
  private static let ends = "the first row, the last row"
  private static let mouse = "scroll by three rows, select a row"
  private static let matches = "the next match, the one before"
  private static let orders = "sort by symbol, percent, last; reverse"
  private static let otherLists = "the next list, the one before"
  private static let closing = "show or hide this help, close a message"
  /// Stands for a click anywhere.
  private static let anyClick = Key.click(row: 0, column: 0)
}
