import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct TableLayoutTests {
  private let typesetter = Typesetter(width: .test, isUnicode: true)

  @Test(
    "Columns leave in order of least need",
    arguments: [
      (120, [TableColumn.symbol, .name, .price, .change, .percent, .dayRange, .state]),
      (80, [.symbol, .name, .price, .change, .percent, .state]),
      (60, [.symbol, .price, .change, .percent, .state]),
      (50, [.symbol, .price, .percent, .state]),
      (40, [.symbol, .price, .percent, .state]),
      (20, [.symbol, .price, .state]),
    ])
  func narrow(screen: Int, columns: [TableColumn]) throws {
    let widths = ColumnWidths(of: try Fixture.rows(), typesetter)
    #expect(TableLayout(screen: screen, widths: widths).columns == columns)
  }

  @Test("Columns never overlap and never leave the screen", arguments: 20...250)
  func apart(screen: Int) throws {
    for rows in [try Fixture.rows(), try WatchlistSizeTests.hostileRows()] {
      let layout = TableLayout(screen: screen, widths: ColumnWidths(of: rows, typesetter))
      let ranges = layout.columns.compactMap(layout.range)
      #expect(ranges.count == layout.columns.count)
      for (left, right) in zip(ranges, ranges.dropFirst()) { #expect(left.upperBound < right.lowerBound) }
      #expect(ranges.allSatisfy { !$0.isEmpty })
      #expect(try #require(ranges.last).upperBound <= screen)
    }
  }

  @Test("The state column stays at every width")
  func state() throws {
    let widths = ColumnWidths(of: try Fixture.rows(), typesetter)
    for screen in 20...250 {
      #expect(TableLayout(screen: screen, widths: widths).range(of: .state) != nil)
    }
  }

  @Test("Widths grow with the list and never shrink")
  func monotonic() throws {
    var widths = ColumnWidths(
      of: [try Fixture.row("BIG", "Name of some length", "1,234,567.891")], typesetter)
    let before = widths
    widths.include([try Fixture.row("A", "B", "1.2")], typesetter)
    #expect(widths == before)
    widths.include([try Fixture.row("A", "B", "11,234,567.8910")], typesetter)
    #expect(widths.price == DecimalWidths(whole: 10, rest: 5))
  }

  @Test(
    "A name is cut by its columns, with a sign; a wide character is never halved",
    arguments: [
      ("Acme", 10, "Acme"), ("Acme", 4, "Acme"), ("Acme Corp", 6, "Acme …"), ("日本電気", 8, "日本電気"),
      ("日本電気", 7, "日本電…"), ("日本電気", 6, "日本…"), ("Cafe\u{301}s", 4, "Caf…"), ("Cafe\u{301}", 4, "Cafe\u{301}"),
      ("Acme", 1, "…"), ("Acme", 0, ""), ("", 3, ""),
      ("e" + String(repeating: "\u{301}", count: 99), 3, "e\u{301}\u{301}\u{301}\u{301}"),
    ])
  func cut(name: String, limit: Int, shown: String) {
    let cut = typesetter.cut(name, to: limit)
    #expect(Array(cut.unicodeScalars) == Array(shown.unicodeScalars))
  }
}
