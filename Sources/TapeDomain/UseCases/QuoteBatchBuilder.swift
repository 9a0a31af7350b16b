/// Folds repository events into the next batch, leaving out what the watcher knows already.
///
/// A plain struct: whoever drives it decides when a batch is taken.
struct QuoteBatchBuilder {
  /// What is known of one symbol. A quote has some 400 bytes, which one look-up finds and no dictionary moves about.
  private struct Place {
    let symbol: Symbol
    /// The newest; nil while nothing was said.
    var known: LiveQuote?
    /// What a watcher held when the pending batch began; nil when it never heard of the symbol.
    var before: LiveQuote?
    /// Whether something was said since the pending batch began.
    var isPending = false
  }

  /// Whether every symbol counts, or only those that have a place.
  private let takesAll: Bool
  private var indices: [Symbol: Int]
  private var places: [Place]
  /// The places about which something was said since the pending batch began.
  private var touched: [Int] = []
  /// The pending batch but for its changes, and the one that was taken last: at first what every watcher assumes.
  private var pending = QuoteBatch(changes: [:], feed: .connecting)
  private var said = QuoteBatch(changes: [:], feed: .connecting)
  /// Whether a symbol became live or stopped being it.
  private var hasTurned = false

  /// A builder for those symbols; nil for all.
  init(symbols: Set<Symbol>?) {
    takesAll = symbols == nil
    places = (symbols ?? []).map { Place(symbol: $0) }
    indices = Dictionary(uniqueKeysWithValues: zip(places.lazy.map(\.symbol), places.indices))
  }

  /// Whether there may be something to take.
  var hasNews: Bool { hasChanges || pending != said }

  /// Whether there may be changes of quotes to take.
  var hasChanges: Bool { touched.contains { places[$0].known != places[$0].before } }

  /// Whether freshness or the link changed, which no slow tick delays.
  var isUrgent: Bool { pending.feed != said.feed || hasTurned }

  /// Adds what a burst brought; the newest of each symbol stays.
  mutating func add(_ events: [QuoteEvent]) {
    for event in events {
      switch event {
      case .quote(let quote): set(LiveQuote(quote: quote, freshness: .live), of: quote.symbol)
      case .interrupted(let interrupted):
        for symbol in interrupted {
          guard let index = indices[symbol], let live = places[index].known else { continue }
          set(live.interrupted, at: index)
        }
      case .absent(let symbol, let absence): set(LiveQuote(absence: absence), of: symbol)
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
    var changes: [Symbol: LiveQuote] = Dictionary(minimumCapacity: touched.count)
    for index in touched {
      if let known = places[index].known, known != places[index].before {
        changes[places[index].symbol] = known
      }
      places[index].before = nil
      places[index].isPending = false
    }
    touched.removeAll(keepingCapacity: true)
    hasTurned = false
    guard pending != said || !changes.isEmpty else { return nil }
    var batch = pending
    batch.changes = changes
    pending.notice = nil
    said = pending
    return batch
  }

  private mutating func set(_ live: LiveQuote, of symbol: Symbol) {
    if let index = indices[symbol] { return set(live, at: index) }
    guard takesAll else { return }
    indices[symbol] = places.count
    places.append(Place(symbol: symbol))
    set(live, at: places.count - 1)
  }

  private mutating func set(_ live: LiveQuote, at index: Int) {
    // A watcher takes every symbol to be waiting.
    if places[index].known == nil, live.absence == .waiting { return }
    if !places[index].isPending {
      places[index].before = places[index].known
      places[index].isPending = true
      touched.append(index)
    }
    if live.isLive != (places[index].known?.isLive ?? false) { hasTurned = true }
    places[index].known = live
  }
}
