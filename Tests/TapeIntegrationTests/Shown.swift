import TapeData
import TapeDomain

/// What a screen would show after the batches so far, and what it has shown.
struct Shown: Sendable {
  /// The newest row of each symbol.
  private(set) var rows: [Symbol: LiveQuote] = [:]
  /// The link's state.
  private(set) var feed = FeedStatus.connecting
  /// Every state of the link that was shown, each once in a row.
  private(set) var statuses: [FeedStatus] = [.connecting]
  /// How many connections were made.
  private(set) var connections = 0
  /// How many batches came, and how many of them changed rows.
  private(set) var batches = (all: 0, withChanges: 0)
  /// Judges the batches.
  private(set) var oracle: BatchOracle

  private let watched: Set<Symbol>

  /// A screen that shows nothing yet.
  init(watched: Set<Symbol>, tick: Duration) {
    self.watched = watched
    // A busy machine may take a batch late and the next one in time.
    oracle = BatchOracle(watched: watched, tick: tick, tolerance: .milliseconds(100))
  }

  /// Whether every watched symbol has a price that is proven current.
  var isAllLive: Bool { watched.allSatisfy { rows[$0]?.isLive == true } }

  /// Whether no row is proven current.
  var isAllStale: Bool { rows.values.allSatisfy { !$0.isLive } }

  /// Whether the link is being made again.
  var isReconnecting: Bool {
    if case .reconnecting = feed { true } else { false }
  }

  /// Whether messages are late.
  var isLate: Bool {
    if case .late = feed { true } else { false }
  }

  /// How many shown states said that the link is being made again.
  var reconnectingCount: Int {
    statuses.count { if case .reconnecting = $0 { true } else { false } }
  }

  /// The number of a symbol's row; 0 without one.
  func sequence(of symbol: Symbol) -> Int { rows[symbol]?.quote?.sequence ?? 0 }

  /// The session that a symbol's row shows; nil unless it is live.
  func liveSession(of symbol: Symbol) -> MarketSession? {
    guard let row = rows[symbol], row.isLive else { return nil }
    return row.quote?.session
  }

  /// Takes the next batch.
  mutating func take(_ batch: QuoteBatch, at now: Instant) {
    oracle.observe(batch, at: now)
    rows.merge(batch.changes) { $1 }
    if feed != batch.feed { statuses.append(batch.feed) }
    feed = batch.feed
    connections = batch.connections
    batches.all += 1
    if !batch.changes.isEmpty { batches.withChanges += 1 }
  }
}
