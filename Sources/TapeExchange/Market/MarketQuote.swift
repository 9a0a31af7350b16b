import TapeDomain

/// What changes about one instrument; prices are integers of the instrument's scale.
struct MarketQuote: Equatable, Sendable {
  /// The last price.
  var last: Int
  /// The first price of the session.
  var open: Int
  /// The highest price of the session.
  var high: Int
  /// The lowest price of the session.
  var low: Int
  /// The best bid.
  var bid: Int
  /// The best ask.
  var ask: Int
  /// The units traded in the session.
  var volume: Int
  /// The session.
  var session: MarketSession
  /// The time of the price.
  var time: Timestamp
  /// Counts the changes of this instrument, so that a snapshot and a later change can be told apart.
  var revision: Int

  /// Takes `price` as the last one, the session's high and low following.
  mutating func trade(at price: Int, spread: Int, units: Int, time: Timestamp) {
    last = price
    high = max(high, price)
    low = min(low, price)
    bid = max(1, price - spread)
    ask = price + spread
    volume += units
    touch(time)
  }

  /// Counts a change at `time`.
  mutating func touch(_ time: Timestamp) {
    self.time = time
    revision += 1
  }
}
