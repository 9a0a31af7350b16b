import TapeDomain

/// All that the book knows of one symbol.
struct QuoteEntry {
  /// The symbol.
  let symbol: Symbol
  /// Judges its numbers.
  var tracker = SequenceTracker()
  /// Its quote, kept across connections; nil while there is none.
  var priced: PricedQuote?
  /// The run of ticks in which its watchers were last marked.
  var markedIn = 0
  /// Why there is no quote, when there is none.
  var absence = LiveQuote.Absence.waiting
  /// The seats of its watchers.
  var seats: [Int] = []
  /// Counts releases, so that the one that was released first is forgotten first.
  var releasedAs = 0

  /// Nothing known yet.
  init(symbol: Symbol) {
    self.symbol = symbol
  }

  /// Whether it may be forgotten.
  var isIdle: Bool { seats.isEmpty && tracker.isIdle }

  /// Whether there is a last price.
  var hasPrice: Bool { priced?.quote.last != nil }

  /// Judges a tick by its number, and applies one that follows.
  @inline(__always)
  mutating func receive(_ tick: QuoteTick, at now: Instant) -> SequenceTracker.UpdateVerdict {
    let verdict = tracker.receive(update: tick.sequence, at: now)
    if verdict == .apply { priced?.apply(tick) }
    return verdict
  }

  /// What a watcher sees, on a feed that is in time or not.
  func liveQuote(isTimely: Bool) -> LiveQuote {
    guard let quote = priced?.quote else { return LiveQuote(absence: absence) }
    let isLive = isTimely && tracker.isCurrent
    return LiveQuote(quote: quote, freshness: isLive ? .live : .stale(since: quote.time))
  }
}
