import TapeDomain
import Testing

@testable import TapeTUI

/// Symbols and quotes for tests.
enum QuoteSamples {
  static let time = Timestamp(seconds: 1_800_000_000)

  static func symbol(_ text: String) throws -> Symbol {
    try #require(Symbol(text))
  }

  static func instruments(_ count: Int) throws -> [Instrument] {
    try (0..<count).map { Instrument(symbol: try symbol("S\($0)"), name: "Name \($0)") }
  }

  static func money(_ units: Int, _ currency: String = "EUR", scale: Int = 2) -> Money {
    Money(minorUnits: units, currency: currency, scale: scale)
  }

  static func quote(
    _ symbol: Symbol, _ last: Int?, previousClose: Int? = nil, session: MarketSession = .open, delay: Int = 0
  ) -> Quote {
    Quote(
      symbol: symbol, sequence: 1, last: last.map { money($0) },
      reference: previousClose.map { Reference(kind: .previousClose, price: money($0)) }, time: time,
      session: session, delayMinutes: delay)
  }

  static func live(_ symbol: Symbol, _ last: Int?, previousClose: Int? = nil) -> LiveQuote {
    LiveQuote(quote: quote(symbol, last, previousClose: previousClose), freshness: .live)
  }

  static func stale(_ symbol: Symbol, _ last: Int?) -> LiveQuote {
    live(symbol, last).interrupted
  }

  static func reconnecting(since: Instant, attempt: Int = 1, reason: String = "") -> FeedStatus {
    .reconnecting(attempt: attempt, retryAt: since + .seconds(1), since: since, reason: reason)
  }
}
