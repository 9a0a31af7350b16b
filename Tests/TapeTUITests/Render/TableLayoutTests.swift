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
    let widths = Fixture.widths(try Fixture.rows())
    #expect(TableLayout(screen: screen, widths: widths).columns == columns)
  }

  @Test("Columns never overlap and never leave the screen", arguments: 20...250)
  func apart(screen: Int) throws {
    for rows in [try Fixture.rows(), try WatchlistSizeTests.hostileRows()] {
      let layout = TableLayout(screen: screen, widths: Fixture.widths(rows))
      let ranges = layout.columns.compactMap(layout.range)
      #expect(ranges.count == layout.columns.count)
      for (left, right) in zip(ranges, ranges.dropFirst()) { #expect(left.upperBound < right.lowerBound) }
      #expect(ranges.allSatisfy { !$0.isEmpty })
      #expect(try #require(ranges.last).upperBound <= screen)
    }
  }

  @Test("The state column stays at every width")
  func state() throws {
    let widths = Fixture.widths(try Fixture.rows())
    for screen in 20...250 {
      #expect(TableLayout(screen: screen, widths: widths).range(of: .state) != nil)
    }
  }

  @Test("Prices change no column, however long they are", arguments: 20...140)
  func fixed(screen: Int) throws {
    let rows = try DemoRows.rows(locale: "en_US", isUnicode: true)
    let layout = TableLayout(screen: screen, widths: Fixture.widths(rows))
    let waiting = rows.map { PriceRowState(id: $0.id, name: $0.name) }
    #expect(TableLayout(screen: screen, widths: Fixture.widths(waiting)) == layout)
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
