/// Everything the source last said about one instrument's price.
///
/// A value the source did not give is nil and is shown as `—`, never as zero.
public struct Quote: Hashable, Sendable {
  /// The instrument.
  public var symbol: Symbol
  /// The source's number of the newest message in this quote; it never goes back on one connection.
  public var sequence: Int
  /// The last price.
  public var last: Money?
  /// What the change is measured from.
  public var reference: Reference?
  /// The time of the price at the venue.
  public var time: Timestamp
  /// The market session of the instrument.
  public var session: MarketSession
  /// How many minutes the price is delayed by contract; 0 is real time.
  public var delayMinutes: Int
  /// How good the price is, where that is not what the source says of all.
  public var quality: PriceQuality
  /// When the market opens next; nil when it is open, or nobody said.
  public var opening: MarketOpening?
  /// The first price of the session.
  public var open: Money?
  /// The highest price of the session.
  public var high: Money?
  /// The lowest price of the session.
  public var low: Money?
  /// The best price offered to sellers.
  public var bid: Money?
  /// The best price asked of buyers.
  public var ask: Money?
  /// How many units were traded in the session.
  public var volume: Int?
  /// Whether the rest of it is asked for apart from its price, and has not come yet: a missing reference may follow.
  public var isPartial: Bool

  /// A quote of those values.
  public init(
    symbol: Symbol, sequence: Int, last: Money?, reference: Reference?, time: Timestamp,
    session: MarketSession = .open, delayMinutes: Int = 0,
    quality: PriceQuality = .asSource, opening: MarketOpening? = nil, open: Money? = nil, high: Money? = nil,
    low: Money? = nil, bid: Money? = nil, ask: Money? = nil, volume: Int? = nil, isPartial: Bool = false
  ) {
    self.symbol = symbol
    self.sequence = sequence
    self.last = last
    self.reference = reference
    self.time = time
    self.session = session
    self.delayMinutes = delayMinutes
    self.quality = quality
    self.opening = opening
    self.open = open
    self.high = high
    self.low = low
    self.bid = bid
    self.ask = ask
    self.volume = volume
    self.isPartial = isPartial
  }
}
