import TapeDomain

/// What a sentence about a row says of its price.
struct SpokenPrice: Hashable, Sendable {
  /// The last price, where there is one.
  var last: Money?
  /// The change since the reference, where there is one.
  var percent: Percent?
  /// Whether the change is one of the last 24 hours.
  var isRolling = false
  /// Why there is no quote; nil when there is one.
  var absence: LiveQuote.Absence? = .waiting
  /// Whether the price is proven current.
  var isLive = false
}
