public import TapeDomain

/// The fields of a snapshot or update as the wire gave them, before they meet the quote they change.
///
/// Prices are integers of the message's scale, or of the quote's own scale where the message has none.
public struct QuotePatch: Equatable, Sendable {
  /// A field that a message may leave out, null or set.
  public enum Field<Value: Equatable & Sendable>: Equatable, Sendable {
    /// Not in the message: unchanged.
    case absent
    /// Null: the value is not known.
    case null
    /// Set to this value.
    case set(Value)

    /// The value after this field was applied to `old`.
    public func applied(to old: Value?) -> Value? {
      switch self {
      case .absent: old
      case .null: nil
      case .set(let value): value
      }
    }
  }

  /// The instrument.
  public var symbol: Symbol
  /// The number of the message, 1…2^63−1.
  public var sequence: Int
  /// The time of the price at the venue.
  public var time: Timestamp
  /// The currency's code.
  public var currency: String?
  /// The decimals of the prices, 0…18; nil leaves the quote's own, or the currency's exponent in a snapshot.
  public var scale: Int?
  /// The last price.
  public var last = Field<Int>.absent
  /// The previous close.
  public var previousClose = Field<Int>.absent
  /// The price of 24 hours ago, which takes the place of a previous close on sources without sessions.
  public var rolling24h = Field<Int>.absent
  /// The first price of the session.
  public var open = Field<Int>.absent
  /// The highest price.
  public var high = Field<Int>.absent
  /// The lowest price.
  public var low = Field<Int>.absent
  /// The best bid.
  public var bid = Field<Int>.absent
  /// The best ask.
  public var ask = Field<Int>.absent
  /// The volume.
  public var volume = Field<Int>.absent
  /// The market session.
  public var session = Field<MarketSession>.absent
  /// The delay in minutes.
  public var delayMinutes = Field<Int>.absent
  /// How good the price is, where that is not what the source says of all.
  public var quality = Field<PriceQuality>.absent
  /// When the market opens next.
  public var opening = Field<MarketOpening>.absent
  /// Whether a request for the rest of the quote is yet to be answered.
  public var isPartial = false

  /// A patch that sets nothing yet.
  public init(symbol: Symbol, sequence: Int, time: Timestamp) {
    self.symbol = symbol
    self.sequence = sequence
    self.time = time
  }
}
