import TapeDomain

/// When a poll that failed is tried again: twice soon, then ever later.
struct PollRetry: Equatable, Sendable {
  /// The delays before jitter; the last one repeats for ever.
  private static let delays: [Duration] = [
    .seconds(1), .seconds(2), .seconds(5), .seconds(10), .seconds(20), .seconds(40), .seconds(60),
  ]
  /// The least time between two tries that were asked for by hand, or by news of the network.
  static let manualSpacing = Duration.seconds(2)

  /// The failures in a row.
  private(set) var failures = 0
  /// Why the last one failed.
  private(set) var reason = ""
  /// When the next try may start; nil while none has failed.
  private(set) var retryAt: Instant?
  /// What the source asked to wait for, which no hand shortens.
  private(set) var notBefore: Instant?
  private var lastManual: Instant?

  /// A poll failed; `jitter` is a factor per mille, held to 500…1500.
  mutating func failed(_ reason: String, at now: Instant, jitter: Int, wait: Duration? = nil) {
    failures += 1
    self.reason = reason
    let delay = Self.delays[min(failures, Self.delays.count) - 1] * min(max(jitter, 500), 1500) / 1000
    notBefore = wait.map { now + $0 }
    retryAt = max(now + delay, notBefore ?? now)
  }

  /// A poll succeeded.
  mutating func succeeded() {
    failures = 0
    reason = ""
    retryAt = nil
    notBefore = nil
  }

  /// Lets the next try start as soon as the source allows it; false when one was asked for a moment ago.
  mutating func hurry(at now: Instant) -> Bool {
    if let lastManual, now - lastManual < Self.manualSpacing { return false }
    lastManual = now
    if retryAt != nil { retryAt = max(now, notBefore ?? now) }
    return true
  }
}
