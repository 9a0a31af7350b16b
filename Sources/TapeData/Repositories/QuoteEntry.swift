import TapeDomain

/// All that the book knows of one symbol.
struct QuoteEntry {
  /// The symbol.
  let symbol: Symbol
  /// Judges its numbers.
  var tracker = SequenceTracker()
  /// Its quote, kept across connections; nil while there is none.
  var priced: PricedQuote?
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

  /// What a watcher sees, on a feed that is in time or not.
  func liveQuote(isTimely: Bool) -> LiveQuote {
    guard let quote = priced?.quote else { return LiveQuote(absence: absence) }
    let isLive = isTimely && tracker.isCurrent
    return LiveQuote(quote: quote, freshness: isLive ? .live : .stale(since: quote.time))
  }
}
