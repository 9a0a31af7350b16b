import TapeDomain

/// What a request beside a stream says of one instrument; what is zero or null there is missing here.
struct EquityAnswer: Equatable, Sendable {
  /// The newest trade; nil when there is none.
  var last: EquityPrint?
  /// The close of the session before the one that `last` belongs to.
  var previousClose = PriceField.missing
  /// The first price of the session.
  var open = PriceField.missing
  /// The highest price of the session.
  var high = PriceField.missing
  /// The lowest price of the session.
  var low = PriceField.missing
  /// The best bid.
  var bid = PriceField.missing
  /// The best ask.
  var ask = PriceField.missing

  /// Whether neither a trade nor a close is said.
  var isEmpty: Bool { last == nil && (previousClose.number?.units ?? 0) <= 0 }
}
