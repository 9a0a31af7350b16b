import TapeDomain

/// What came while the screen was paused: the newest of each symbol, however long the pause.
struct PausedQuotes: Hashable, Sendable {
  private var quotes: [Symbol: LiveQuote] = [:]

  /// Keeps the changes of a batch.
  mutating func add(_ changes: [Symbol: LiveQuote]) {
    for (symbol, live) in changes {
      // "Asked for, not answered yet" says nothing against the price that is known already.
      let known = live.absence == .waiting ? quotes[symbol]?.interrupted : nil
      quotes[symbol] = known ?? live
    }
  }

  /// Nobody watches these any more: what is kept of them may be out of date.
  mutating func release(_ symbols: Set<Symbol>) {
    for symbol in symbols {
      if let live = quotes[symbol] { quotes[symbol] = live.interrupted }
    }
  }

  /// Gives out what was kept.
  mutating func take() -> [Symbol: LiveQuote] {
    defer { quotes = [:] }
    return quotes
  }
}
