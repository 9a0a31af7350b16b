import TapeDomain

/// What an answer says of one instrument, in the source's own words.
struct PolledTick: Equatable, Sendable {
  /// The instrument.
  let symbol: Symbol
  /// What it is called; nil when the answer does not say.
  var name: String?
  /// What its prices are in, as the source writes it.
  var currency: String?
  /// The time of the price; nil when the answer does not say.
  var time: Timestamp?
  /// The session; nil when the answer does not say.
  var session: MarketSession?
  /// When a closed market opens.
  var opening: MarketOpening?
  /// The delay in minutes.
  var delayMinutes: Int?
  /// The last price.
  var last = PriceField.missing
  /// The close of the session before.
  var previousClose = PriceField.missing
  /// How much the price is above that.
  var change = PriceField.missing
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
  /// How many units were traded.
  var volume: Int?

  /// Nothing said yet.
  init(symbol: Symbol) {
    self.symbol = symbol
  }

  /// Whether a price cannot be read.
  var isUnfit: Bool { [last, previousClose, change, open, high, low, bid, ask].contains(.unfit) }
}
