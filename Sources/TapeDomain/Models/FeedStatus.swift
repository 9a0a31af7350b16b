/// The state of the link to the source; separate from the freshness of each row and from market sessions.
public enum FeedStatus: Hashable, Sendable {
  /// The first connection is being made; nothing has failed yet.
  case connecting
  /// Messages arrive in time.
  case live
  /// Messages arrive, but late: every price may be out of date although they flow.
  case late(since: Instant)
  /// The link is down and is tried again.
  ///
  /// `attempt` counts the tries since the link was last good, from 1. `retryAt` is when the next one starts, nil
  /// while one is under way. `since` is when the link was declared down. `reason` is a sentence for the user.
  case reconnecting(attempt: Int, retryAt: Instant?, since: Instant, reason: String)
  /// The link was closed on purpose while the program is stopped.
  case suspended
  /// The source refuses us; nothing is tried until the user asks. `reason` is a sentence that says what to do.
  case refused(reason: String)
}
