import Synchronization
import TapeDomain

/// Puts the quotes of a polled source together: each answer is a whole snapshot, and none moves a price back in time.
///
/// Zero and null are values that are missing. Where the price itself is, an answer says nothing, and the price before it
/// grows old.
final class PolledQuotes: Sendable {
  /// How many answers in a row may be older than the newest until the source is believed to count anew.
  private static let mostLateInARow = 5
  private static let day = Duration.seconds(86_400)

  private struct Entry {
    var time: Timestamp?
    var late = 0
    var scale = 0
    var hasPrice = false
  }

  private let context: VenueContext
  private let entries = Mutex<[Symbol: Entry]>([:])

  /// No quotes yet; numbers and names are the context's.
  init(context: VenueContext) {
    self.context = context
  }

  /// Forgets all quotes.
  func begin() {
    entries.withLock { $0 = [:] }
  }

  /// What a tick becomes; nil when it says nothing that can be told.
  func message(of tick: PolledTick) -> FeedMessage? {
    if tick.isUnfit {
      return .malformed(reason: "a price that is no number, or none that fits", symbol: tick.symbol)
    }
    let wall = context.wall
    // A time of tomorrow is a mistake of the unit.
    let time = tick.time.flatMap { $0 - wall > Self.day ? nil : $0 }
    guard let entry = accept(tick, time: time) else { return nil }
    let currency = EquityCurrency.code(tick.currency ?? EquityCurrency.none)
    guard VenueInstrument.isCurrency(currency) else {
      return .malformed(reason: "a currency that is none", symbol: tick.symbol)
    }
    context.learn(
      VenueInstrument(
        symbol: tick.symbol, name: tick.name ?? context[tick.symbol]?.name ?? "", currency: currency,
        scale: nil, session: tick.session ?? .open))
    return patch(of: tick, currency: currency, least: entry.scale, time: time ?? wall)
  }

  private func accept(_ tick: PolledTick, time: Timestamp?) -> Entry? {
    entries.withLock { entries in
      var entry = entries[tick.symbol] ?? Entry()
      defer { entries[tick.symbol] = entry }
      guard Self.positive(tick.last) != nil else { return entry.hasPrice ? nil : entry }
      if let known = entry.time, let time, time < known {
        entry.late += 1
        guard entry.late >= Self.mostLateInARow else { return nil }
      }
      entry.late = 0
      entry.time = time ?? entry.time
      entry.hasPrice = true
      let prices = [tick.last, tick.high, tick.low, tick.open, tick.bid, tick.ask]
      for price in prices.compactMap(Self.positive) { entry.scale = max(entry.scale, price.scale) }
      return entry
    }
  }

  private func patch(
    of tick: PolledTick, currency: String, least: Int, time: Timestamp
  ) -> FeedMessage {
    var patch = QuotePatch(symbol: tick.symbol, sequence: context.nextNumber(), time: time)
    let scale = max(least, CurrencyExponent.of(currency) ?? 0)
    patch.currency = currency
    patch.scale = scale
    guard let last = Self.field(tick.last, scale), let open = Self.field(tick.open, scale),
      let high = Self.field(tick.high, scale), let low = Self.field(tick.low, scale),
      let bid = Self.field(tick.bid, scale), let ask = Self.field(tick.ask, scale)
    else { return .malformed(reason: "a price that does not fit", symbol: tick.symbol) }
    patch.last = last
    patch.open = open
    patch.high = high
    patch.low = low
    patch.bid = bid
    patch.ask = ask
    patch.previousClose =
      Self.previousClose(of: tick)?.roundedUnits(atScale: scale).map { .set($0) } ?? .null
    patch.volume = tick.volume.map { .set($0) } ?? .null
    patch.session = .set(tick.session ?? .open)
    if let opening = tick.opening {
      patch.opening = .set(opening)
    }
    if let delay = tick.delayMinutes { patch.delayMinutes = .set(delay) }
    return .snapshot(patch)
  }

  /// The close before, as it is said, or as the price and its change say it.
  private static func previousClose(of tick: PolledTick) -> DecimalNumber? {
    if let close = positive(tick.previousClose) { return close }
    guard let last = positive(tick.last), case .value(let change) = tick.change,
      let close = last - change, close.units > 0
    else { return nil }
    return close
  }

  private static func field(_ price: PriceField, _ scale: Int) -> QuotePatch.Field<Int>? {
    guard let number = positive(price) else { return .null }
    return number.units(atScale: scale).map { .set($0) }
  }

  private static func positive(_ price: PriceField) -> DecimalNumber? {
    price.number.flatMap { $0.units > 0 ? $0 : nil }
  }
}
