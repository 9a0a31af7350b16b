public import TapeDomain

/// Domain values for tests.
public enum Fixtures {
  /// A symbol that is known to be one.
  public static func symbol(_ text: String) -> Symbol {
    guard let symbol = Symbol(text) else { preconditionFailure("'\(text)' is no symbol") }
    return symbol
  }

  /// A quote in euros with two decimals; its number and time follow from the price unless given.
  public static func quote(
    _ symbol: Symbol, _ cents: Int, sequence: Int? = nil, previousClose: Int? = nil,
    time: Timestamp = Timestamp(seconds: 1_800_000_000), session: MarketSession = .open
  ) -> Quote {
    Quote(
      symbol: symbol, sequence: sequence ?? cents, last: Money(minorUnits: cents, currency: "EUR", scale: 2),
      reference: previousClose.map {
        Reference(kind: .previousClose, price: Money(minorUnits: $0, currency: "EUR", scale: 2))
      }, time: time, session: session)
  }

  /// A live quote in euros.
  public static func live(_ symbol: Symbol, _ cents: Int) -> LiveQuote {
    LiveQuote(quote: quote(symbol, cents), freshness: .live)
  }
}
