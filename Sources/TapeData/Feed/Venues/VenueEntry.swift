import TapeDomain

/// The quote of one instrument of a venue, as its messages put it together.
struct VenueEntry {
  private(set) var instrument: VenueInstrument?
  /// Which version of the instruments it knows.
  private(set) var version = -1
  private var currency: String
  private var scale = 0
  private var time: Timestamp?
  /// The newest trade.
  private(set) var trade: Int?
  private var late: (count: Int, time: Timestamp?, trade: Int?) = (0, nil, nil)
  private var last: DecimalNumber?
  private var reference: DecimalNumber?
  private var high: DecimalNumber?
  private var low: DecimalNumber?
  private var bid: DecimalNumber?
  private var ask: DecimalNumber?

  /// Nothing known yet of an instrument whose prices are in `currency`.
  init(currency: String) {
    self.currency = currency
  }

  /// Takes in what the venue says of the instrument apart from prices.
  mutating func learn(_ instrument: VenueInstrument?, currency: String, version: Int) {
    self.instrument = instrument
    self.currency = currency
    self.version = version
    scale = max(scale, instrument?.scale ?? 0)
  }

  /// Whether the message is not older than what is known.
  mutating func accepts(_ tick: VenueTick) -> Bool {
    guard Self.isOlder(tick.trade, trade) || Self.isOlder(tick.time, time) else {
      late = (0, nil, nil)
      return true
    }
    let goesOn = !Self.isOlder(tick.trade, late.trade) && !Self.isOlder(tick.time, late.time)
    late = (goesOn ? late.count + 1 : 1, tick.time, tick.trade)
    guard late.count >= VenueQuotes.mostLateInARow else { return false }
    late = (0, nil, nil)
    time = nil
    trade = nil
    return true
  }

  /// Takes in what a message says; what it leaves out stays.
  mutating func apply(_ tick: VenueTick, wall: Timestamp) {
    // A time of tomorrow is a mistake of the unit, and would make all that follows late.
    time = tick.time.flatMap { $0.nanoseconds > wall.nanoseconds + 86_400_000_000_000 ? nil : $0 } ?? time
    trade = tick.trade ?? trade
    last = Self.positive(tick.last) ?? last
    reference = Self.positive(tick.reference) ?? reference
    high = Self.positive(tick.high) ?? high
    low = Self.positive(tick.low) ?? low
    bid = Self.positive(tick.bid) ?? bid
    ask = Self.positive(tick.ask) ?? ask
    // The increment says how many decimals a price has; what has more is shown as it is.
    for price in [last, high, low, bid, ask] { scale = max(scale, price?.scale ?? 0) }
  }

  /// The whole quote; nil when a price does not fit its decimals.
  func patch(
    of symbol: Symbol, number: Int, session: MarketSession?, wall: Timestamp
  ) -> QuotePatch? {
    var patch = QuotePatch(symbol: symbol, sequence: number, time: time ?? wall)
    patch.currency = currency
    patch.scale = scale
    guard let last = field(last), let high = field(high), let low = field(low), let bid = field(bid),
      let ask = field(ask)
    else { return nil }
    patch.last = last
    patch.high = high
    patch.low = low
    patch.bid = bid
    patch.ask = ask
    if let reference = reference?.roundedUnits(atScale: scale) { patch.rolling24h = .set(reference) }
    patch.session = .set(session ?? instrument?.session ?? .open)
    return patch
  }

  private func field(_ number: DecimalNumber?) -> QuotePatch.Field<Int>? {
    guard let number else { return .null }
    return number.units(atScale: scale).map { .set($0) }
  }

  private static func isOlder<Value: Comparable>(_ new: Value?, _ known: Value?) -> Bool {
    guard let new, let known else { return false }
    return new < known
  }

  private static func positive(_ field: PriceField) -> DecimalNumber? {
    field.number.flatMap { $0.units > 0 ? $0 : nil }
  }
}
