public import TapeDomain

/// What a venue says of an instrument apart from its price.
public struct VenueInstrument: Equatable, Sendable {
  /// The symbol, as subscriptions name it.
  public var symbol: Symbol
  /// What it is called; empty when the venue does not say.
  public var name: String
  /// What prices are in.
  public var currency: String
  /// The decimals of a price, from the venue's increment; nil when it does not say.
  public var scale: Int?
  /// Whether it is traded.
  public var session: MarketSession

  /// An instrument of those values.
  public init(symbol: Symbol, name: String, currency: String, scale: Int?, session: MarketSession) {
    self.symbol = symbol
    self.name = name
    self.currency = currency
    self.scale = scale
    self.session = session
  }
}
