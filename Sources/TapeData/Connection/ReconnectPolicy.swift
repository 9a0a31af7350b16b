import TapeDomain

/// Decides when a lost connection is tried again (the protocol, rule 7).
struct ReconnectPolicy: Equatable, Sendable {
  /// The delays before jitter; the last one repeats for ever.
  static let delays: [Duration] = [
    .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(16), .seconds(30),
  ]
  /// The longest wait that a server's Retry-After can ask for.
  static let longestRetryAfter = Duration.seconds(3600)
  /// The time of messages in time after which the link counts as good and the delays start over.
  static let healthyTime = Duration.seconds(10)
  /// The least time between two tries that were asked for by hand.
  static let manualSpacing = Duration.seconds(2)

  /// The tries since the link was last good, the next or running one included; 0 before the first failure.
  private(set) var attempt = 0
  private var healthySince: Instant?
  private var lastManual: Instant?
  private var hasRenewedToken = false

  /// The delay before try `attempt`, from 1; `jitter` is a factor per mille, held to 500…1500.
  static func delay(attempt: Int, jitter: Int = 1000) -> Duration {
    let delay = delays[min(max(attempt, 1), delays.count) - 1]
    return delay * min(max(jitter, 500), 1500) / 1000
  }

  /// A try or the link failed; returns when the next try starts, not before the server's `retryAfter` has passed.
  mutating func failed(at now: Instant, jitter: Int, retryAfter: Duration? = nil) -> Instant {
    attempt += 1
    healthySince = nil
    let delay = Self.delay(attempt: attempt, jitter: jitter)
    return now + max(delay, min(retryAfter ?? .zero, Self.longestRetryAfter))
  }

  /// A try starts without a failure before it: after a suspension or by hand.
  mutating func startsByHand() {
    attempt = max(attempt, 1)
    healthySince = nil
  }

  /// Messages are in time from now on.
  mutating func becameTimely(at now: Instant) {
    healthySince = now
  }

  /// Messages are no longer in time: the healthy time starts over.
  mutating func becameLate() {
    healthySince = nil
  }

  /// A message came in time; ten seconds of these make the link good.
  mutating func heard(at now: Instant) {
    guard let healthySince, now - healthySince >= Self.healthyTime else { return }
    attempt = 0
    hasRenewedToken = false
  }

  /// Whether a try by hand may start now; counts it when it may.
  mutating func allowsManualTry(at now: Instant) -> Bool {
    if let lastManual, now - lastManual < Self.manualSpacing { return false }
    lastManual = now
    return true
  }

  /// The earliest instant at which a try by hand may start.
  func nextManualTry(at now: Instant) -> Instant {
    max(now, lastManual.map { $0 + Self.manualSpacing } ?? now)
  }

  /// Whether a renewed token may be tried at once: only the first since the link was good, so that a source which
  /// makes a new token each time does not hammer a server that likes none of them.
  mutating func allowsRenewalAtOnce() -> Bool {
    defer { hasRenewedToken = true }
    return !hasRenewedToken
  }
}
