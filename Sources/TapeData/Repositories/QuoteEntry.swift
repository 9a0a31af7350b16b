import TapeDomain

/// All that the book knows of one symbol.
///
/// What an update touches comes first and close together: a quote has some 400 bytes, and a burst over thousands of
/// symbols that touched all of each waited for memory. So a tick is only kept, and applied when somebody looks.
struct QuoteEntry {
  /// The symbol.
  let symbol: Symbol
  /// Judges its numbers.
  var tracker = SequenceTracker()
  /// The newest tick that is not applied to the quote yet.
  private var tick: QuoteTick?
  /// The seats of its watchers.
  var seats: [Int] = []
  /// The run of ticks in which its watchers were last marked.
  var markedIn = 0
  /// Why there is no quote, when there is none.
  var absence = LiveQuote.Absence.waiting
  /// Counts releases, so that the one that was released first is forgotten first.
  var releasedAs = 0
  /// The quote but for the tick that waits.
  private var base: PricedQuote?

  /// Nothing known yet.
  init(symbol: Symbol) {
    self.symbol = symbol
  }

  /// Whether it may be forgotten.
  var isIdle: Bool { seats.isEmpty && tracker.isIdle }

  /// Whether there is a last price.
  var hasPrice: Bool { base != nil && (tick != nil || base?.quote.last != nil) }

  /// Its quote, kept across connections; nil while there is none.
  var priced: PricedQuote? {
    get {
      guard let tick, var priced = base else { return base }
      priced.apply(tick)
      return priced
    }
    set {
      base = newValue
      tick = nil
    }
  }

  /// Applies an update of any kind to the quote; false when it cannot be, or there is no quote.
  mutating func apply(_ patch: QuotePatch) -> Bool {
    if let tick { base?.apply(tick) }
    tick = nil
    return base?.apply(patch) ?? false
  }

  /// Judges a tick by its number, and applies one that follows.
  @inline(__always)
  mutating func receive(_ tick: QuoteTick, at now: Instant) -> SequenceTracker.UpdateVerdict {
    let verdict = tracker.receive(update: tick.sequence, at: now)
    if verdict == .apply { self.tick = tick }
    return verdict
  }

  /// What a watcher sees, on a feed that is in time or not.
  func liveQuote(isTimely: Bool) -> LiveQuote {
    guard let quote = priced?.quote else { return LiveQuote(absence: absence) }
    let isLive = isTimely && tracker.isCurrent
    return LiveQuote(quote: quote, freshness: isLive ? .live : .stale(since: quote.time))
  }
}
