import TapeDomain

/// One change of one instrument, in the order in which the market made it.
struct MarketChange: Equatable, Sendable {
  /// The instrument's place in the market.
  let index: Int
  /// When it happened on the monotonic clock.
  let at: Instant
  /// The instrument after the change.
  let quote: MarketQuote
}
