import Foundation
import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@Suite struct WatchlistColumnsTests {
  /// How prices are written, and whether in ASCII.
  static let spellings = [
    ("en_US", true), ("en_US", false), ("en_US_POSIX", true), ("en_US_POSIX", false), ("de_DE", true),
    ("fr_FR", true), ("de_CH", true),
  ]

  private func canvas(
    _ rows: [PriceRowState], _ spelling: (locale: String, isUnicode: Bool), _ columns: Int, lines: Int = 30,
    first: Int = 0
  ) throws -> Canvas {
    var state = Fixture.state(rows)
    state.firstVisible = first
    state.selection = first
    let renderer = try Fixture.renderer(isUnicode: spelling.isUnicode, locale: spelling.locale)
    return renderer.canvas(for: state, at: Fixture.moment, size: TerminalSize(columns: columns, rows: lines))
  }

  private func digits(_ number: DecimalText?) throws -> String {
    String(try #require(number).bare.text.drop { "+-".contains($0) })
  }

  @Test("Every price of the demo's list is there in all its digits, from 20 columns on", arguments: spellings)
  func prices(spelling: (String, Bool)) throws {
    let rows = try DemoRows.rows(locale: spelling.0, isUnicode: spelling.1)
    for columns in Array(20...140) + [250] {
      let canvas = try canvas(rows, spelling, columns)
      for (line, row) in zip(3..., rows) {
        #expect(canvas.text(row: line).contains(try digits(row.price)), "\(row.id) at \(columns)")
      }
    }
  }

  @Test("Symbol, price, percent and a state stay on 40 columns", arguments: spellings)
  func forty(spelling: (String, Bool)) throws {
    var rows = try DemoRows.rows(locale: spelling.0, isUnicode: spelling.1)
    for index in rows.indices { rows[index].condition = .halted }
    rows[3].staleSince = Fixture.wall - .seconds(12)
    let canvas = try canvas(rows, spelling, 40)
    for (line, row) in zip(3..., rows) {
      let text = canvas.text(row: line)
      #expect(text.contains(row.id.text))
      #expect(text.contains(try digits(row.price)))
      #expect(text.contains(try #require(row.percent).text))
      #expect(text.contains(row.staleSince == nil ? " H" : " ~12s"))
      #expect(text.contains(Glyphs(isUnicode: spelling.1).up))
    }
  }

  @Test(
    "A currency stays where it fits, and leaves before a digit does",
    arguments: [
      ("ACME", 120, "182.40 EUR"), ("SHIB-USD", 120, "0.00000871 USD"), ("BRK.X", 120, "612400.00 USD"),
      ("ACME", 40, "182.40 EUR"), ("BTC-USD", 40, "94216.25 USD"), ("SHIB-USD", 40, "0.00000871 ^"),
      ("BRK.X", 20, "612400.00"), ("SHIB-USD", 20, "0.00000871"),
    ])
  func currency(symbol: String, columns: Int, price: String) throws {
    let rows = try DemoRows.rows(locale: "en_US_POSIX", isUnicode: false)
    let index = try #require(rows.firstIndex { $0.id.text == symbol })
    let text = try canvas(rows, ("en_US_POSIX", false), columns).text(row: 3 + index)
    #expect(text.contains(price))
    #expect(text.contains(" USD") == price.contains(" USD"))
  }

  @Test("Numbers without a currency keep their sign and their separator's place")
  func bare() {
    #expect(DecimalText(text: "-$37.63", leading: 4).bare == DecimalText(text: "-37.63", leading: 3))
    #expect(DecimalText(text: "$-37.63", leading: 4).bare == DecimalText(text: "-37.63", leading: 3))
    #expect(DecimalText(text: "37,63 €-", leading: 2).bare == DecimalText(text: "37,63-", leading: 2))
    #expect(DecimalText(text: "KWD 0.845", leading: 5).bare == DecimalText(text: "0.845", leading: 1))
    #expect(DecimalText(text: "+1.30 %", leading: 2).withoutSuffix == DecimalText(text: "+1.30", leading: 2))
  }

  @Test("Titles and columns stand still at every scroll position", arguments: spellings)
  func scrolling(spelling: (String, Bool)) throws {
    let rows = try DemoRows.rows(locale: spelling.0, isUnicode: spelling.1)
    for columns in [20, 30, 40, 50, 60, 72, 80, 100, 120] {
      let whole = try canvas(rows, spelling, columns)
      for first in rows.indices.dropFirst() {
        let scrolled = try canvas(rows, spelling, columns, lines: 10, first: first)
        #expect(scrolled.text(row: 2) == whole.text(row: 2))
        for line in 3..<min(8, 3 + rows.count - first) {
          let (now, before) = (scrolled.text(row: line), whole.text(row: line + first))
          #expect(now.dropFirst() == before.dropFirst(), "\(columns) columns from \(first)")
        }
      }
    }
  }

  @Test(
    "Separators of ordinary prices stand in one column, and titles end over their digits",
    arguments: spellings)
  func aligned(spelling: (String, Bool)) throws {
    let rows = try DemoRows.rows(locale: spelling.0, isUnicode: spelling.1).filter {
      ["ACME", "AQUA", "ORO", "PRSM", "ZED"].contains($0.id.text)
    }
    for columns in [40, 60, 80, 120] {
      let canvas = try canvas(rows, spelling, columns)
      let title = try #require(canvas.text(row: 2).range(of: "LAST"))
      let end = canvas.text(row: 2).distance(from: canvas.text(row: 2).startIndex, to: title.upperBound)
      for (line, row) in zip(3..., rows) {
        let text = canvas.text(row: line)
        let digits = try #require(text.range(of: try digits(row.price)))
        #expect(text.distance(from: text.startIndex, to: digits.upperBound) == end, "\(columns): \(text)")
      }
    }
  }

  @Test("An odd row takes nobody's room: names and percentages stay where they are without it")
  func odd() throws {
    let rows = try DemoRows.rows(locale: "en_US", isUnicode: true)
    let odd: Set = ["SHIB-USD", "BRK.X"]
    let ordinary = rows.map { row in
      odd.contains(row.id.text) ? PriceRowState(id: row.id, name: row.name) : row
    }
    for columns in [40, 60, 80, 100, 120] {
      let (with, without) = (
        try canvas(rows, ("en_US", true), columns), try canvas(ordinary, ("en_US", true), columns)
      )
      for (index, row) in rows.enumerated() where !odd.contains(row.id.text) {
        #expect(with.text(row: 3 + index) == without.text(row: 3 + index))
      }
    }
  }

  @Test("The demo's list on a narrow screen", arguments: [("en_US", true), ("en_US_POSIX", false)])
  func snapshot(locale: String, isUnicode: Bool) throws {
    for columns in [20, 40, 80] {
      let canvas = try canvas(
        try DemoRows.rows(locale: locale, isUnicode: isUnicode), (locale, isUnicode), columns, lines: 20)
      let name = "demo-\(isUnicode ? locale : "ascii")-\(columns)x20.txt"
      #expect(Snapshot.mismatch(canvas.layers, named: name) == nil)
    }
  }

  @Test(
    "Every state has a sign of its own where there is no room for words",
    arguments: TableLayout.StateForm.allCases)
  func signs(form: TableLayout.StateForm) throws {
    let zone = ClockZone.utc
    let conditions: [RowCondition] = [
      .unknownSymbol, .rejected("no"), .waiting, .halted, .auction, .closed, .pre, .post,
      .delayed(minutes: 15), .oneVenue, .polled(every: 60),
    ]
    let age = AgeText(since: Fixture.wall - .seconds(12), now: Fixture.wall)
    let texts =
      conditions.map { StateText($0, age: nil, zone: zone).text(form) }
      + [StateText(.halted, age: age, zone: zone).text(form)]
    #expect(Set(texts).count == texts.count)
    #expect(texts.allSatisfy { !$0.isEmpty && $0.utf8.count <= form.rawValue })
    switch form {
    case .sign: #expect(texts == ["?", "x", ".", "H", "A", "C", "<", ">", "D", "1", "P", "~"])
    case .brief: #expect(texts == ["?", "x", ".", "H", "A", "C", "PRE", "POST", "D15", "1v", "P60s", "~12s"])
    case .short, .full, .clause, .phrase: #expect(texts.suffix(9).first == "HALTED")
    }
  }
}
