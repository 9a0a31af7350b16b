import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct WatchlistSizeTests {
  static let sizes = [0, 1, 2, 5, 10, 19, 20, 21, 29, 30, 33, 40, 59, 60, 72, 80, 99, 100, 132, 250].flatMap {
    columns in
    [0, 1, 2, 3, 4, 5, 6, 9, 10, 24, 100].map { TerminalSize(columns: columns, rows: $0) }
  }

  static func hostileRows() throws -> [PriceRowState] {
    var rows = [
      try Fixture.row(
        "A", String(repeating: "x", count: 300), "0.00000871", "+0.00000001", "+0.11 %", direction: .up),
      try Fixture.row(
        "OIL", String(repeating: "日本", count: 150), "$-37.63", "-55.90", "-305.97 %", direction: .down),
      try Fixture.row(
        "BIG", "e" + String(repeating: "\u{301}", count: 300), "1234567890.12", "+1.00", "+0.00 %"),
      try Fixture.row("NONE", "", nil),
      try Fixture.row(
        "PENCE", "\u{301}\u{301}x", "1045 GBX", "0", "0.00 %", condition: .delayed(minutes: 1440)),
      try Fixture.row("YEN", "日", "¥4120", "-12", "-0.29 %", condition: .rejected("no licence")),
      try Fixture.row("ABCDEFGHIJKLMNOPQRSTUVWXYZ123456", "Longest symbol", "€1.00", dayPosition: 5_000),
      try Fixture.row("E", "a\u{1B}[31mred\nline", "€1.50", dayPosition: -5, condition: .auction),
    ]
    rows[2].staleSince = Timestamp(nanoseconds: .min)
    rows[6].staleSince = Timestamp(nanoseconds: .max)
    rows[7].flash = Flash(direction: .up, count: 1, start: Fixture.now)
    return rows
  }

  @Test("No size and no row breaks the screen, and every line is as long as it is wide", arguments: sizes)
  func everySize(size: TerminalSize) throws {
    var state = Fixture.state(try Self.hostileRows())
    state.listName = String(repeating: "名", count: 200)
    state.message = String(repeating: "long message ", count: 100)
    state.banner = Fixture.reconnecting
    for isUnicode in [true, false] {
      for isHelpShown in [true, false] {
        state.isHelpShown = isHelpShown
        let canvas = try Fixture.renderer(isUnicode: isUnicode).canvas(
          for: state, at: Fixture.moment, size: size)
        #expect(canvas.rows.count == size.rows)
        for row in canvas.rows.indices {
          #expect(canvas.rows[row].count == size.columns)
          #expect(DisplayWidth.test.columns(of: canvas.text(row: row)) == size.columns)
        }
      }
    }
  }

  @Test("A selection, a first row and a scroll that are out of range are drawn as far as they exist")
  func outOfRange() throws {
    var state = Fixture.state(try Self.hostileRows())
    state.selection = 99
    state.firstVisible = 99
    let renderer = try Fixture.renderer()
    _ = renderer.canvas(for: state, at: Fixture.moment, size: TerminalSize(columns: 80, rows: 24))
    state.firstVisible = -4
    let canvas = renderer.canvas(for: state, at: Fixture.moment, size: TerminalSize(columns: 80, rows: 24))
    #expect(canvas.text.contains("1-8 of 8"))
  }

  @Test("A number is whole or not there: its beginning would be another number", arguments: 20...60)
  func wholeNumbers(columns: Int) throws {
    let state = Fixture.state(try Self.hostileRows())
    let canvas = try Fixture.renderer().canvas(
      for: state, at: Fixture.moment, size: TerminalSize(columns: columns, rows: 24))
    let words = canvas.text.split { " \n".contains($0) }.map(String.init)
    let numbers = words.filter { $0.contains { $0.isNumber } && $0.contains("12345678") }
    #expect(numbers.allSatisfy { $0 == "1234567890.12" || $0.hasPrefix("ABC") }, "\(numbers)")
  }

  @Test(
    "A screen that is too small says what it needs",
    arguments: [
      (80, 3, "Terminal too small: have 80x3, need 20x4"), (30, 2, "Terminal too small, need 20x4"),
      (19, 24, "need 20x4"), (22, 1, "Too small: need 20x4"), (9, 9, "need 20x4"), (5, 5, "20x4"),
      (3, 1, "20x"),
    ])
  func tooSmall(columns: Int, rows: Int, text: String) throws {
    let size = TerminalSize(columns: columns, rows: rows)
    let canvas = try Fixture.renderer().canvas(for: Fixture.state([]), at: Fixture.moment, size: size)
    #expect(canvas.text(row: 0).trimmingPrefix(" ").hasPrefix(text))
    #expect(WatchlistRenderer.visibleRows(in: size) == 0)
  }
}
