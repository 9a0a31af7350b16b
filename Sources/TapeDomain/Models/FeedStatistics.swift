/// Counts kept by the feed for `--stats` and the log; none of them is shown beside prices.
public struct FeedStatistics: Hashable, Sendable {
  /// Updates that were applied to a quote.
  public var updates = 0
  /// Snapshots that were applied to a quote.
  public var snapshots = 0
  /// Gaps in a symbol's numbers, and losses found by the completeness check.
  public var gaps = 0
  /// Symbols asked for again after a gap or a missing snapshot.
  public var resyncs = 0
  /// Connections made after the first one was lost.
  public var reconnects = 0
  /// Text frames that could not be read.
  public var malformed = 0
  /// Messages that were dropped by rule: duplicates, symbols not subscribed, unknown types.
  public var dropped = 0
  /// Bytes received on the socket.
  public var bytesIn = 0
  /// Bytes sent on the socket.
  public var bytesOut = 0
  /// When the first live price was there; nil before.
  public var firstPriceAt: Instant?
  /// The time that watched symbols were stale after their first price, summed over symbols.
  public var staleTime = Duration.zero
  /// The time that symbols were watched after their first price, summed over symbols.
  public var watchedTime = Duration.zero

  /// Adds what another link counted.
  public mutating func add(_ other: FeedStatistics) {
    updates += other.updates
    snapshots += other.snapshots
    gaps += other.gaps
    resyncs += other.resyncs
    reconnects += other.reconnects
    malformed += other.malformed
    dropped += other.dropped
    bytesIn += other.bytesIn
    bytesOut += other.bytesOut
    firstPriceAt =
      firstPriceAt.flatMap { mine in other.firstPriceAt.map { min(mine, $0) } ?? mine } ?? other.firstPriceAt
    staleTime += other.staleTime
    watchedTime += other.watchedTime
  }

  /// Counts of zero.
  public init() {}
}
