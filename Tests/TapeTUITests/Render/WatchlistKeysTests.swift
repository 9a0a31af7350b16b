import Testing

@testable import TapeTUI

@Suite struct WatchlistKeysTests {
  @Test("Each key does one thing")
  func unique() {
    let keys = WatchlistKeys.table.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(WatchlistKeys.table.allSatisfy { !$0.keys.isEmpty && !$0.help.isEmpty })
  }

  @Test(
    "Keys do what their line says",
    arguments: [
      (Key.up, WatchlistAction.selectPrevious), (.character("k"), .selectPrevious),
      (.character("j"), .selectNext),
      (.pageDown, .pageDown), (.control("f"), .pageDown), (.control("b"), .pageUp),
      (.character("g"), .selectFirst),
      (.character("G"), .selectLast), (.home, .selectFirst), (.end, .selectLast), (.character("r"), .retry),
      (.character("?"), .toggleHelp), (.enter, .describeRow), (.character("."), .describeRow),
      (.escape, .dismiss),
      (.character("q"), .quit), (.character("/"), .find), (.character("n"), .findNext),
      (.character("N"), .findPrevious), (.character("s"), .cycleOrder), (.character("S"), .reverseOrder),
      (.character("a"), .toggleAges), (.character("p"), .togglePause), (.character("m"), .toggleMouse),
      (.wheelUp, .scrollUp), (.wheelDown, .scrollDown), (.click(row: 7, column: 3), .selectLine(7)),
    ])
  func action(key: Key, action: WatchlistAction) {
    #expect(WatchlistKeys.action(for: key) == action)
  }

  @Test(
    "Alt and a character, and keys that stand in no line, do nothing",
    arguments: [
      Key.alt("q"), .pasted("q"), .pasted("/"), .character("Q"), .control("c"), .function(1), .backspace,
    ])
  func nothing(key: Key) {
    #expect(WatchlistKeys.action(for: key) == nil)
  }

  @Test("The help names every key of the table")
  func help() throws {
    var state = Fixture.state([])
    state.isHelpShown = true
    let canvas = try Fixture.renderer().canvas(
      for: state, at: Fixture.moment, size: TerminalSize(columns: 80, rows: 40))
    for binding in WatchlistKeys.table {
      let line = try #require(canvas.rows.indices.map(canvas.text).first { $0.contains(binding.help) })
      for key in binding.keys { #expect(line.contains(key.name(isUnicode: true))) }
    }
  }

  @Test(
    "The footer keeps the most needed keys, in the table's order",
    arguments: [
      (90, "↑↓ move, / find, s sort, Enter say row, r retry, p pause, a ages, ? help, q quit"),
      (78, "↑↓ move, / find, s sort, r retry, p pause, a ages, ? help, q quit"),
      (40, "↑↓ move, / find, r retry, ? help, q quit"), (24, "↑↓ move, ? help, q quit"),
      (16, "? help, q quit"), (7, "q quit"), (3, ""),
    ])
  func footer(columns: Int, hints: String) {
    let bar = KeyBar(WatchlistKeys.table, isUnicode: true)
    let fitting = bar.fitting(columns, width: .test).map { "\($0.keys) \($0.label)" }
    #expect(fitting.joined(separator: ", ") == hints)
  }
}
