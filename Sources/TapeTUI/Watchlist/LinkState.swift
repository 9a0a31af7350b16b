/// The state of the link as the header names it.
public enum LinkState: String, Hashable, Sendable, CaseIterable {
  /// The first connection is being made.
  case connecting = "CONNECTING"
  /// Messages arrive in time.
  case live = "LIVE"
  /// Messages arrive late: every row is stale.
  case late = "LATE"
  /// The link is down and is tried again.
  case reconnecting = "RECONNECTING"
  /// The link is closed while the program is stopped.
  case suspended = "SUSPENDED"
  /// The source refuses us.
  case refused = "REFUSED"
}
