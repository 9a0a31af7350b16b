import TapeDomain

/// What one watch of a replay has not taken yet, merged: a slow screen finds one batch.
struct ReplayMailbox {
  /// What waits; nil when nothing does.
  private(set) var batch: QuoteBatch?
  /// Who waits for it.
  var waiter: CheckedContinuation<QuoteBatch?, Never>?

  /// Adds a batch; the newest of each symbol stays.
  mutating func add(_ newer: QuoteBatch) {
    guard var merged = batch else {
      batch = newer
      return
    }
    merged.changes.merge(newer.changes) { $1 }
    merged.feed = newer.feed
    merged.clock = newer.clock ?? merged.clock
    merged.source = newer.source ?? merged.source
    merged.connections = newer.connections
    merged.notice = newer.notice ?? merged.notice
    batch = merged
  }

  /// Takes what waits and who waits for it, when there are both.
  mutating func match() -> (waiter: CheckedContinuation<QuoteBatch?, Never>, batch: QuoteBatch)? {
    guard let waiter, let batch else { return nil }
    self.waiter = nil
    self.batch = nil
    return (waiter, batch)
  }
}
