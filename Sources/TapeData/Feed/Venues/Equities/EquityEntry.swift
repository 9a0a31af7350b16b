import TapeDomain

/// What is known of one share or fund, from a stream of trades and from requests beside it.
///
/// Each says what the other does not: the stream the newest trade, the requests the close before and the range of the day.
/// The price is that of the newest trade of both, so that it never goes back in time.
struct EquityEntry: Sendable {
  /// How many trades are kept for the case that the newest is cancelled.
  static let mostPrints = 8
  /// How many trades in a row may be older than the newest, each younger than the one before, until they are believed.
  static let mostLateInARow = 5
  private static let day: Int64 = 86_400_000_000_000

  /// Whether the price was said, or confirmed, since the connection was made.
  private(set) var isProven = false
  /// Whether a request about it was ever answered.
  private var isAnswered = false
  /// Since when trading in it is stopped; nil while it is not. A later trade shows that it goes on.
  var haltedAt: Timestamp?
  /// The newest trades, the newest last.
  private var prints: [EquityPrint] = []
  private var late: (count: Int, time: Timestamp)?
  private var previousClose: DecimalNumber?
  private var open: DecimalNumber?
  private var high: DecimalNumber?
  private var low: DecimalNumber?
  private var bid: DecimalNumber?
  private var ask: DecimalNumber?

  /// The newest trade.
  var last: EquityPrint? { prints.last }

  /// A new connection: nothing is proven on it yet, and nobody knows which bid and ask are current.
  mutating func begin() {
    isProven = false
    late = nil
    forgetOffers()
  }

  /// Nobody knows which bid and ask are current.
  mutating func forgetOffers() {
    bid = nil
    ask = nil
  }

  /// A trade was made; false when it is older than the newest, and says nothing new.
  mutating func trade(_ print: EquityPrint, isInSession: Bool, wall: Timestamp) -> Bool {
    guard print.price.units > 0, print.time.nanoseconds <= wall.nanoseconds + Self.day else { return false }
    guard take(print) else { return false }
    if isInSession {
      // Trades before and after the session are not of the day's range.
      if let high, print.price.isAbove(high) { self.high = print.price }
      if let low, low.isAbove(print.price) { self.low = print.price }
    }
    endHalt(before: print)
    isProven = true
    return true
  }

  /// Where there is a trade, trading goes on.
  private mutating func endHalt(before print: EquityPrint) {
    if let haltedAt, print.time > haltedAt { self.haltedAt = nil }
  }

  /// A request was answered. An answer that newer trades have overtaken confirms those.
  ///
  /// - Returns: False when it says nothing at all though a price is known: that is trouble of the source, and proves nothing.
  mutating func answer(_ answer: EquityAnswer, wall: Timestamp) -> Bool {
    if answer.isEmpty, last != nil { return false }
    if let last = answer.last, last.price.units > 0, last.time.nanoseconds <= wall.nanoseconds + Self.day {
      if let newest = prints.last, newest.time == last.time, newest.key == last.key {
        // The same trade, as it was corrected since.
        prints[prints.count - 1] = last
      } else if prints.last.map({ $0.time <= last.time }) ?? true {
        append(last)
      }
      endHalt(before: last)
    }
    previousClose = Self.positive(answer.previousClose)
    open = Self.positive(answer.open)
    high = Self.positive(answer.high)
    low = Self.positive(answer.low)
    bid = Self.positive(answer.bid) ?? bid
    ask = Self.positive(answer.ask) ?? ask
    isProven = true
    isAnswered = true
    return true
  }

  /// The best bid and ask changed; zero says that there is none.
  mutating func offer(bid: PriceField, ask: PriceField) {
    if case .value = bid { self.bid = Self.positive(bid) }
    if case .value = ask { self.ask = Self.positive(ask) }
  }

  /// What taking back a trade comes to.
  enum Withdrawal: Equatable {
    /// It was not the one that is shown.
    case nothing
    /// The price is another now.
    case changed
    /// Nobody knows the price any more.
    case unknown
  }

  /// A trade was not made, or not at that price: `price` is the right one, nil when there is none.
  mutating func withdraw(_ key: EquityPrint.Key, price: DecimalNumber?, newKey: EquityPrint.Key?)
    -> Withdrawal
  {
    guard let place = prints.lastIndex(where: { $0.key == key }) else { return .nothing }
    let isNewest = place == prints.count - 1
    forgetRange(at: prints[place].price)
    if let price, price.units > 0 {
      prints[place] = EquityPrint(price: price, time: prints[place].time, key: newKey ?? key)
    } else {
      prints.remove(at: place)
    }
    guard isNewest else { return .nothing }
    if prints.isEmpty { isProven = false }
    return prints.isEmpty ? .unknown : .changed
  }

  /// Nobody knows how far the day went without a trade that made its highest or lowest price.
  private mutating func forgetRange(at price: DecimalNumber) {
    if high == price { high = nil }
    if low == price { low = nil }
  }

  /// Something may have been lost: the price has to be confirmed anew.
  mutating func doubt() { isProven = false }

  /// The whole quote apart from what its market says; nil when a price does not fit its decimals.
  func patch(
    of symbol: Symbol, number: Int, currency: String, scale least: Int, wall: Timestamp
  ) -> QuotePatch? {
    var patch = QuotePatch(symbol: symbol, sequence: number, time: last?.time ?? wall)
    let shown = [last?.price, open, high, low, bid, ask]
    let scale = shown.reduce(least) { max($0, $1?.scale ?? 0) }
    patch.currency = currency
    patch.scale = scale
    patch.isPartial = !isAnswered
    guard let last = Self.field(last?.price, scale), let open = Self.field(open, scale),
      let high = Self.field(high, scale), let low = Self.field(low, scale), let bid = Self.field(bid, scale),
      let ask = Self.field(ask, scale)
    else { return nil }
    patch.last = last
    patch.open = open
    patch.high = high
    patch.low = low
    patch.bid = bid
    patch.ask = ask
    patch.previousClose = previousClose?.roundedUnits(atScale: scale).map { .set($0) } ?? .null
    return patch
  }

  private mutating func take(_ print: EquityPrint) -> Bool {
    guard let newest = prints.last, print.time < newest.time else {
      late = nil
      append(print)
      return true
    }
    let goesOn = late.map { $0.time <= print.time } ?? false
    let count = goesOn ? (late?.count ?? 0) + 1 : 1
    late = (count, print.time)
    guard count >= Self.mostLateInARow else { return false }
    // The newest was of the future.
    late = nil
    prints = [print]
    return true
  }

  private mutating func append(_ print: EquityPrint) {
    prints.append(print)
    if prints.count > Self.mostPrints { prints.removeFirst() }
  }

  private static func field(_ number: DecimalNumber?, _ scale: Int) -> QuotePatch.Field<Int>? {
    guard let number else { return .null }
    return number.units(atScale: scale).map { .set($0) }
  }

  private static func positive(_ field: PriceField) -> DecimalNumber? {
    field.number.flatMap { $0.units > 0 ? $0 : nil }
  }
}

extension DecimalNumber {
  /// Whether this number is the greater one; false when they cannot be compared.
  func isAbove(_ other: DecimalNumber) -> Bool { (self - other).map { $0.units > 0 } ?? false }
}
