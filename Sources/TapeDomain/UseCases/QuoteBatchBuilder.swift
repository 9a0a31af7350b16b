/// Folds repository events into the next batch, leaving out what the watcher knows already.
///
/// A plain struct: whoever drives it decides when a batch is taken.
struct QuoteBatchBuilder {
  /// The symbols that count; nil for all.
  private let symbols: Set<Symbol>?
  private var known: [Symbol: LiveQuote] = [:]
  /// What a watcher held of each symbol when the pending batch began; nil for a symbol it never heard of.
  private var before: [Symbol: LiveQuote?] = [:]
  /// The pending batch but for its changes, and the one that was taken last: at first what every watcher assumes.
  private var pending = QuoteBatch(changes: [:], feed: .connecting)
  private var said = QuoteBatch(changes: [:], feed: .connecting)
  /// The pending symbols that became live or stopped being it.
  private var turned: Set<Symbol> = []

  init(symbols: Set<Symbol>?) {
    self.symbols = symbols
  }

  /// Whether there may be something to take.
  var hasNews: Bool { hasChanges || pending != said }

  /// Whether there may be changes of quotes to take.
  var hasChanges: Bool { before.contains { known[$0.key] != $0.value } }

  /// Whether freshness or the link changed, which no slow tick delays.
  var isUrgent: Bool { pending.feed != said.feed || !turned.isEmpty }

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
      case .feed(let status): pending.feed = status
      case .clock(let reading): pending.clock = reading
      case .source(let source): pending.source = source
      case .connections(let count): pending.connections = count
      case .notice(let text): pending.notice = text
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
    turned.removeAll(keepingCapacity: true)
    guard pending != said || !changes.isEmpty else { return nil }
    var batch = pending
    batch.changes = changes
    pending.notice = nil
    said = pending
    return batch
  }

  private mutating func set(_ symbol: Symbol, to live: LiveQuote) {
    guard symbols?.contains(symbol) ?? true else { return }
    let old = known[symbol]
    // A watcher takes every symbol to be waiting.
    if old == nil, live.absence == .waiting { return }
    if before[symbol] == nil { before.updateValue(old, forKey: symbol) }
    if live.isLive != (old?.isLive ?? false) { turned.insert(symbol) }
    known[symbol] = live
  }
}
