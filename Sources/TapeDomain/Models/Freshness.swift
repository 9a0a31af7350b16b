/// Whether a price is proven to be current.
public enum Freshness: Hashable, Sendable {
  /// Proven current by the source's numbers and heartbeats.
  case live
  /// May be out of date; `since` is the time of the last price.
  case stale(since: Timestamp)
}
