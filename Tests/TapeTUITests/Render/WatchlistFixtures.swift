import Foundation
import TapeDomain
import Testing

@testable import TapeTUI

/// States and moments that the screen's tests share.
enum Fixture {
  static let now = Instant(nanoseconds: 100_000_000_000)
  /// 2026-11-27, 14:03:21 UTC.
  static let wall = Timestamp(seconds: 1_795_788_201)
  static let moment = WatchlistRenderer.Moment(now: now, wall: wall)
  static let tick = Duration.milliseconds(250)
  static let demo = SourceLabel(word: "DEMO", quality: "simulated prices", isSimulated: true)

  static func renderer(
    colors: TerminalTraits.Colors = .many, isUnicode: Bool = true,
    locale: String = "en_US", options: WatchlistRenderer.Options = WatchlistRenderer.Options()
  ) throws -> WatchlistRenderer {
    WatchlistRenderer(
      traits: TerminalTraits(colors: colors, isUnicode: isUnicode), width: .test,
      zone: .utc, locale: Locale(identifier: locale),
      options: options)
  }

  /// The columns that rows need where currencies stand before the digits.
  static func widths(_ rows: [PriceRowState]) -> ColumnWidths {
    let typesetter = Typesetter(width: .test, isUnicode: true)
    return ColumnWidths(of: rows, typesetter, CurrencyPlace(before: 1, after: 0))
  }

  /// A number whose separator is the first point or comma after which no group of three follows, else its
  /// end.
  static func number(_ text: String) -> DecimalText {
    let digits = text.prefix { !" E%".contains($0) }
    return DecimalText(
      text: text, leading: digits.firstIndex(of: ".").map { digits.prefix(upTo: $0).count } ?? digits.count)
  }

  static func row(
    _ symbol: String, _ name: String, _ price: String?, _ change: String? = nil, _ percent: String? = nil,
    direction: PriceDirection? = nil, dayPosition: Int? = nil, condition: RowCondition = .none
  ) throws -> PriceRowState {
    var row = PriceRowState(id: try #require(Symbol(symbol)), name: name)
    row.price = price.map(number)
    row.change = change.map(number)
    row.percent = percent.map(number)
    row.trend = change.map { $0.hasPrefix("-") ? -1 : $0.hasPrefix("+") ? 1 : 0 } ?? 0
    row.direction = direction
    row.dayPosition = dayPosition
    row.condition = condition
    return row
  }

  /// A morning on the market: every kind of row once.
  static func rows() throws -> [PriceRowState] {
    var rows = [
      try row("ACME", "Acme", "€182.45", "+2.35", "+1.30 %", direction: .up, dayPosition: 620),
      try row("BNK", "Bankhaus Nord", "€41.02", "-0.11", "-0.27 %", dayPosition: 350),
      try row(
        "ORO", "Oro Minerals", "$1,204.10", "-14.90", "-1.22 %", direction: .down, dayPosition: 0,
        condition: .halted),
      try row("ZED", "Zed Therapeutics", nil, condition: .waiting),
      try row("NIP", "日本電気通信株式会社", "¥4,120", "0", "0.00 %", dayPosition: 1000, condition: .closed),
      try row(
        "PEN", "Penny Lane Holdings", "1,045 GBX", "+5", "+0.48 %", direction: .up,
        condition: .delayed(minutes: 15)),
      try row("NOPE", "", nil, condition: .unknownSymbol),
      try row(
        "EURUSD=X", "Euro / US Dollar", "$1.08432", "+0.00012", "+0.01 %", direction: .up, dayPosition: 500),
      try row(
        "CAF", "Cafe\u{301} du Commerce Internationale SA", "€9.80", "-0.00", "-0.00 %", condition: .pre),
      try row("AUC", "Auktionshaus Süd", "€77.00", "+7.00", "+10.00 %", condition: .auction),
    ]
    rows[0].flash = Flash(direction: .up, count: 1, start: now - .milliseconds(100))
    rows[1].staleSince = wall - .seconds(12)
    rows[2].flash = Flash(direction: .down, count: 4, start: now - .milliseconds(300))
    return rows
  }

  static func state(_ rows: [PriceRowState]) -> WatchlistViewState {
    var state = WatchlistViewState(listName: "Core list", source: demo, tick: tick)
    state.link = .live
    state.list = rows.isEmpty ? .empty : .loaded
    state.rows = rows
    state.selection = rows.isEmpty ? nil : 0
    return state
  }

  /// The same ten rows five times over, scrolled a little.
  static func longState() throws -> WatchlistViewState {
    let rows = try (0..<5).flatMap { copy in
      try Self.rows().map { row in
        var copied = PriceRowState(
          id: try #require(Symbol(copy == 0 ? row.id.text : "\(row.id.text)\(copy)")), name: row.name)
        (copied.price, copied.change, copied.percent) = (row.price, row.change, row.percent)
        (copied.direction, copied.trend, copied.flash) = (row.direction, row.trend, row.flash)
        (copied.dayPosition, copied.staleSince, copied.condition) = (
          row.dayPosition, row.staleSince, row.condition
        )
        return copied
      }
    }
    return state(rows)
  }

  static let reconnecting = Banner(
    text: "Reconnecting. Prices may be out of date.",
    reason: "The server 'quotes.example.com' closed the connection (code 1012, \"service restart\").",
    attempt: 3, retryAt: now + .milliseconds(3_600), canRetry: true)

  /// The link is down for a while, everything is stale.
  static func downState() throws -> WatchlistViewState {
    var state = try longState()
    state.link = .reconnecting
    state.banner = reconnecting
    for index in state.rows.indices where state.rows[index].price != nil {
      state.rows[index].staleSince = wall - .seconds(index * index * index * 40)
    }
    state.selection = 4
    return state
  }
}
