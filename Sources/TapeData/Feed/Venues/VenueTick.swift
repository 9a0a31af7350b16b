import TapeDomain

/// What one message of a venue says of an instrument.
struct VenueTick {
  /// The instrument.
  let symbol: Symbol
  /// The time of the price at the venue; nil when the message says none.
  var time: Timestamp?
  /// The number of the trade that made the price; nil when the message says none.
  var trade: Int?
  /// Whether the message answers a subscription, rather than say that something happened.
  var isSnapshot = false
  /// The last price.
  var last = PriceField.missing
  /// The price of 24 hours ago.
  var reference = PriceField.missing
  /// The highest price of the last 24 hours.
  var high = PriceField.missing
  /// The lowest price of the last 24 hours.
  var low = PriceField.missing
  /// The best bid.
  var bid = PriceField.missing
  /// The best ask.
  var ask = PriceField.missing

  /// Nothing said yet.
  init(symbol: Symbol) {
    self.symbol = symbol
  }

  /// Whether a price cannot be read.
  var isUnfit: Bool { [last, reference, high, low, bid, ask].contains(.unfit) }
}
