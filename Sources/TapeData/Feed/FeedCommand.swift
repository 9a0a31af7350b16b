public import TapeDomain

/// What the repository asks of the source.
public enum FeedCommand: Equatable, Sendable {
  /// Send snapshots and updates of these, at most `maxRate` updates a second for each.
  case subscribe([Symbol], maxRate: Int)
  /// Send nothing more of these.
  case unsubscribe([Symbol])
  /// Send a snapshot of these, since something was lost.
  case resync([Symbol])
}
