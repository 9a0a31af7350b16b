import TapeDomain

/// All that was known of quotes and link at one moment, so that a tape can begin in the middle of a session.
///
/// It is written in the app's terms, since the messages that it stands for are gone.
struct TapeKeyframe: Codable, Equatable, Sendable {
  /// An amount.
  struct Price: Codable, Equatable, Sendable {
    var units: Int
    var scale: Int
    var currency: String
  }

  /// One symbol.
  struct Row: Codable, Equatable, Sendable {
    var symbol: String
    /// `current`, `waiting`, `idle`: whether its numbers prove it, a snapshot is outstanding, or it is not subscribed.
    var state: String
    /// The number of its newest message.
    var number: Int
    /// Why there is no quote: `unknown`, or the source's words.
    var absence: String?
    var quote: Values?
  }

  /// A quote, and in which currency and scale the next message's prices are meant.
  struct Values: Codable, Equatable, Sendable {
    var sequence: Int
    var currency: String
    var scale: Int
    var time: Int64
    var session: String
    var delay: Int
    /// `one venue`, or the seconds from one answer to the next; nil when it is as the source says.
    var quality: String?
    var opening: Int64?
    var zone: String?
    var last: Price?
    var reference: Price?
    var referenceKind: String?
    var open: Price?
    var high: Price?
    var low: Price?
    var bid: Price?
    var ask: Price?
    var volume: Int?
  }

  /// A reading of the server's clock.
  struct Clock: Codable, Equatable, Sendable {
    var time: Int64
    var at: Int64
  }

  /// What the source said it is.
  struct Source: Codable, Equatable, Sendable {
    var name: String
    var quality: String
    var simulated: Bool
  }

  /// How many connections were made.
  var connections: Int
  /// Whether there is a connection, and whether it has proven the feed.
  var isConnected: Bool
  var isHeard: Bool
  var clock: Clock?
  var source: Source?
  var rows: [Row]
}

extension TapeKeyframe.Price {
  init?(_ money: Money?) {
    guard let money else { return nil }
    self.init(units: money.minorUnits, scale: money.scale, currency: money.currency)
  }

  /// The amount; nil when the scale is none.
  var money: Money? {
    guard (0...Money.maximumScale).contains(scale) else { return nil }
    return Money(minorUnits: units, currency: currency, scale: scale)
  }
}

extension TapeKeyframe.Values {
  private static let kinds: [String: Reference.Kind] = [
    "previousClose": .previousClose, "rolling24h": .rolling24h, "sessionOpen": .sessionOpen,
  ]

  private static let oneVenue = "one venue"

  /// The quality as the app knows it.
  private var priceQuality: PriceQuality {
    guard let quality else { return .asSource }
    return quality == Self.oneVenue ? .oneVenue : Int(quality).map { .polled(every: $0) } ?? .asSource
  }

  private var marketOpening: MarketOpening? {
    guard let opening, let zone else { return nil }
    return MarketOpening(time: Timestamp(nanoseconds: opening), zone: zone)
  }

  init(_ priced: PricedQuote) {
    let quote = priced.quote
    sequence = quote.sequence
    currency = priced.currency
    scale = priced.scale
    time = quote.time.nanoseconds
    session = quote.session.rawValue
    delay = quote.delayMinutes
    quality =
      switch quote.quality {
      case .asSource: nil
      case .oneVenue: Self.oneVenue
      case .polled(let seconds): String(seconds)
      }
    opening = quote.opening?.time.nanoseconds
    zone = quote.opening?.zone
    last = .init(quote.last)
    reference = .init(quote.reference?.price)
    referenceKind = quote.reference.flatMap { reference in
      Self.kinds.first { $0.value == reference.kind }?.key
    }
    open = .init(quote.open)
    high = .init(quote.high)
    low = .init(quote.low)
    bid = .init(quote.bid)
    ask = .init(quote.ask)
    volume = quote.volume
  }

  /// The quote of that symbol; nil when the scale is none.
  func priced(_ symbol: Symbol) -> PricedQuote? {
    guard (0...Money.maximumScale).contains(scale) else { return nil }
    let kind = referenceKind.flatMap { Self.kinds[$0] } ?? .previousClose
    let quote = Quote(
      symbol: symbol, sequence: sequence, last: last?.money,
      reference: reference?.money.map { Reference(kind: kind, price: $0) },
      time: Timestamp(nanoseconds: time), session: MarketSession(rawValue: session) ?? .open,
      delayMinutes: delay, quality: priceQuality, opening: marketOpening, open: open?.money,
      high: high?.money, low: low?.money, bid: bid?.money,
      ask: ask?.money, volume: volume)
    return PricedQuote(quote: quote, currency: currency, scale: scale)
  }
}
