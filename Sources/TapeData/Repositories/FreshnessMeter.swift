import TapeDomain

/// Sums the time that symbols were watched and stale; costs something only when a count changes.
struct FreshnessMeter {
  /// The time that symbols with a price were watched, summed over symbols.
  private(set) var watchedTime = Duration.zero
  /// The part of it in which they were stale.
  private(set) var staleTime = Duration.zero

  private var watched = 0
  private var live = 0
  private var since: Instant?

  /// From `now` on `watched` symbols with a price are watched, of which `live` are live.
  mutating func set(watched: Int, live: Int, at now: Instant) {
    settle(at: now)
    self.watched = watched
    self.live = live
  }

  /// Adds the time until `now`.
  mutating func settle(at now: Instant) {
    let passed = max(now - (since ?? now), .zero)
    watchedTime += passed * watched
    staleTime += passed * (watched - live)
    since = max(since ?? now, now)
  }
}
