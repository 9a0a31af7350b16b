import TapeDomain

/// Tells from the batches when the link is back on another connection than before.
struct ReconnectDetector: Hashable, Sendable {
  /// The connection on which the link last worked; nil before the first.
  private var connection: Int?

  /// Whether `batch` says that the link works again on a new connection; said once for each.
  ///
  /// The number is watched and not only the status, since a link can be lost and made again within one tick.
  mutating func observe(_ batch: QuoteBatch) -> Bool {
    switch batch.feed {
    case .live, .late:
      defer { connection = batch.connections }
      return connection.map { $0 != batch.connections } ?? false
    case .connecting, .reconnecting, .suspended, .refused:
      return false
    }
  }
}
