import TapeDomain

/// A quote with the currency and scale in which the next update's integers are meant.
struct PricedQuote: Equatable {
  /// The quote as the app knows it.
  private(set) var quote: Quote
  /// The currency of prices to come.
  private(set) var currency: String
  /// The scale of prices to come.
  private(set) var scale: Int

  /// A quote as it was kept.
  init(quote: Quote, currency: String, scale: Int) {
    self.quote = quote
    self.currency = currency
    self.scale = scale
  }

  /// The quote that a snapshot says; nil when it says no currency, or no scale and the currency is not known.
  init?(snapshot patch: QuotePatch) {
    guard let currency = patch.currency, let scale = patch.scale ?? CurrencyExponent.of(currency),
      (0...Money.maximumScale).contains(scale)
    else { return nil }
    self.currency = currency
    self.scale = scale
    quote = Quote(symbol: patch.symbol, sequence: patch.sequence, last: nil, reference: nil, time: patch.time)
    set(patch)
  }

  /// Applies an update: what is absent stays, null is not known from now on.
  ///
  /// A price keeps the scale it came with. When the currency changes, prices of the old one are not known.
  ///
  /// - Returns: False, with nothing changed, when the update's scale cannot be told.
  mutating func apply(_ patch: QuotePatch) -> Bool {
    if let scale = patch.scale, !(0...Money.maximumScale).contains(scale) { return false }
    if let currency = patch.currency, currency != self.currency {
      guard let scale = patch.scale ?? CurrencyExponent.of(currency) else { return false }
      self.currency = currency
      self.scale = scale
      forgetPrices()
    }
    scale = patch.scale ?? scale
    set(patch)
    return true
  }

  /// Applies a tick, which can always be.
  @inline(__always)
  mutating func apply(_ tick: QuoteTick) {
    quote.sequence = tick.sequence
    quote.time = tick.time
    quote.last = money(tick.last)
  }

  /// Sets the market session alone.
  mutating func set(_ session: MarketSession) {
    quote.session = session
  }

  private mutating func set(_ patch: QuotePatch) {
    quote.sequence = patch.sequence
    quote.time = patch.time
    quote.last = price(patch.last, old: quote.last)
    switch patch.previousClose {
    case .absent: break
    case .null: quote.reference = nil
    case .set(let units): quote.reference = Reference(kind: .previousClose, price: money(units))
    }
    switch patch.rolling24h {
    case .absent: break
    case .null: quote.reference = nil
    case .set(let units): quote.reference = Reference(kind: .rolling24h, price: money(units))
    }
    quote.open = price(patch.open, old: quote.open)
    quote.high = price(patch.high, old: quote.high)
    quote.low = price(patch.low, old: quote.low)
    quote.bid = price(patch.bid, old: quote.bid)
    quote.ask = price(patch.ask, old: quote.ask)
    quote.volume = patch.volume.applied(to: quote.volume)
    quote.session = patch.session.applied(to: quote.session) ?? .open
    quote.delayMinutes = patch.delayMinutes.applied(to: quote.delayMinutes) ?? 0
    quote.quality = patch.quality.applied(to: quote.quality) ?? .asSource
    quote.opening = patch.opening.applied(to: quote.opening)
    quote.isPartial = patch.isPartial
  }

  private func price(_ field: QuotePatch.Field<Int>, old: Money?) -> Money? {
    switch field {
    case .absent: old
    case .null: nil
    case .set(let units): money(units)
    }
  }

  private mutating func forgetPrices() {
    quote.last = nil
    quote.reference = nil
    quote.open = nil
    quote.high = nil
    quote.low = nil
    quote.bid = nil
    quote.ask = nil
  }

  private func money(_ units: Int) -> Money {
    Money(minorUnits: units, currency: currency, scale: scale)
  }
}
