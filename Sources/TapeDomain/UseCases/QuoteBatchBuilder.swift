/// Folds repository events into the next batch, leaving out what the watcher knows already.
///
/// A plain struct: whoever drives it decides when a batch is taken.
struct QuoteBatchBuilder {
  private var known: [Symbol: LiveQuote] = [:]
  private var feed: FeedStatus = .connecting
  private var clock: ServerClock?
  private var notice: String?
  /// What a watcher held of each symbol when the pending batch began; nil for a symbol it never heard of.
  private var before: [Symbol: LiveQuote?] = [:]
  private var said: (feed: FeedStatus, clock: ServerClock?)?
  private let symbols: Set<Symbol>

  init(symbols: Set<Symbol>) {
    self.symbols = symbols
  }

  /// Adds what a burst brought; the newest of each symbol stays.
  mutating func add(_ events: [QuoteEvent]) {
    for event in events {
      switch event {
      case .quote(let quote): set(quote.symbol, to: LiveQuote(quote: quote, freshness: .live))
      case .interrupted(let interrupted):
        for symbol in interrupted {
          if let live = known[symbol] { set(symbol, to: live.interrupted) }
        }
      case .absent(let symbol, let absence): set(symbol, to: LiveQuote(absence: absence))
      case .feed(let status): feed = status
      case .clock(let reading): clock = reading
      case .notice(let text): notice = text
      }
    }
  }

  /// The pending batch, or nil when nothing changed; what is taken counts as known to the watcher.
  mutating func take() -> QuoteBatch? {
    var changes: [Symbol: LiveQuote] = [:]
    for (symbol, old) in before where known[symbol] != old {
      changes[symbol] = known[symbol]
    }
    before.removeAll(keepingCapacity: true)
    let isNews = said.map { $0.feed != feed || $0.clock != clock } ?? true
    guard isNews || notice != nil || !changes.isEmpty else { return nil }
    said = (feed, clock)
    defer { notice = nil }
    return QuoteBatch(changes: changes, feed: feed, clock: clock, notice: notice)
  }

  private mutating func set(_ symbol: Symbol, to live: LiveQuote) {
    guard symbols.contains(symbol) else { return }
    if before[symbol] == nil { before.updateValue(known[symbol], forKey: symbol) }
    known[symbol] = live
  }
}
