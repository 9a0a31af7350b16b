public import TapeDomain

/// Judges everything that one watcher is given, batch by batch, by what must hold whatever goes wrong.
///
/// It knows nothing of the source: that the values are true is compared apart.
public struct BatchOracle: Sendable {
  /// The most violations that are kept in words.
  public static let limit = 100

  /// What did not hold, as sentences.
  public private(set) var violations: [String] = []
  /// How many rows and batches were judged.
  public private(set) var judged = (rows: 0, batches: 0)

  private let watched: Set<Symbol>?
  private let tick: Duration
  private let tolerance: Duration
  private let allowsRenumbering: Bool
  private var connection = 0
  /// The highest number that was shown of each symbol on this connection.
  private var highest: [Symbol: Int] = [:]
  private var live: Set<Symbol> = []
  private var feed = FeedStatus.connecting
  private var lastChanges: Instant?

  /// An oracle for a watcher that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - watched: What it watches; nil for all.
  ///   - tick: The smallest time between two batches of prices.
  ///   - tolerance: How much sooner a batch may seem to come, since the one before was taken late by a busy machine.
  ///   - allowsRenumbering: Whether a source may number a symbol anew after a gap (the protocol, rule 1); then a row's
  ///     number may go back while it is not live.
  public init(
    watched: Set<Symbol>?, tick: Duration, tolerance: Duration = .zero, allowsRenumbering: Bool = false
  ) {
    self.watched = watched
    self.tick = tick
    self.tolerance = tolerance
    self.allowsRenumbering = allowsRenumbering
  }

  /// Judges the next batch, which was taken at that instant.
  public mutating func observe(_ batch: QuoteBatch, at now: Instant) {
    judged.batches += 1
    judged.rows += batch.changes.count
    checkConnection(batch)
    checkPace(batch, at: now)
    for (symbol, row) in batch.changes { check(row, of: symbol) }
    feed = batch.feed
    if feed != .live, let symbol = live.min() {
      report("\(symbol) and \(live.count - 1) more are live although the link is \(feed).")
    }
  }

  private mutating func report(_ sentence: String) {
    if violations.count < Self.limit { violations.append(sentence) }
  }

  private mutating func checkConnection(_ batch: QuoteBatch) {
    if batch.connections < connection {
      report("The connections went back from \(connection) to \(batch.connections).")
    }
    if batch.connections != connection { highest = [:] }
    connection = batch.connections
  }

  /// A batch that brings nothing but prices keeps the distance of a tick to the changes before it.
  ///
  /// One that changes freshness or the link does not have to, since these may not wait.
  private mutating func checkPace(_ batch: QuoteBatch, at now: Instant) {
    if batch.changes.isEmpty { return }
    defer { lastChanges = now }
    let turns = batch.changes.contains { $0.value.isLive != live.contains($0.key) }
    guard !turns, batch.feed == feed, let lastChanges, now - lastChanges < tick - tolerance else { return }
    report("Prices came \((now - lastChanges).wholeMilliseconds) ms after the changes before.")
  }

  private mutating func check(_ row: LiveQuote, of symbol: Symbol) {
    guard watched?.contains(symbol) ?? true else { return report("\(symbol) is not watched.") }
    if row.isLive { live.insert(symbol) } else { live.remove(symbol) }
    if !row.isLive, allowsRenumbering { highest[symbol] = nil }
    guard let quote = row.quote else { return }
    if let before = highest[symbol], quote.sequence < before {
      let kind = row.isLive ? "live" : "stale"
      report(
        "\(symbol) is \(kind) with number \(quote.sequence) after \(before) on connection \(connection).")
    }
    // The number of a stale row may be one of an earlier connection, unless the row was live on this one.
    if row.isLive || highest[symbol] != nil {
      highest[symbol] = max(highest[symbol] ?? 0, quote.sequence)
    }
  }
}
