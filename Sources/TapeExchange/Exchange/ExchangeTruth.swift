public import TapeDomain

/// What the exchange itself holds true of one instrument: the oracle that a screen is compared with.
public struct ExchangeTruth: Equatable, Sendable {
  /// The last price, in units of the instrument's scale.
  public let last: Int
  /// The session.
  public let session: MarketSession
  /// The time of the price.
  public let time: Timestamp
  /// The number of the newest update on each connection that asked for the instrument, oldest connection first.
  public let sequences: [Int]

  init(_ quote: MarketQuote, sequences: [Int]) {
    last = quote.last
    session = quote.session
    time = quote.time
    self.sequences = sequences
  }
}
