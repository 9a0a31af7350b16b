import TapeDomain

/// A snapshot that was asked for and has not come yet.
struct OutstandingSnapshot: Equatable {
  /// The highest number seen; a snapshot below it is not the one that was asked for.
  var highest: Int
  /// Whether one below ``highest`` came already, so that the next is taken as the new base.
  var isSecond = false
  /// When it is asked for again.
  private(set) var deadline: Instant
  private var retries = 0

  /// Asked for at that instant.
  init(askedAt now: Instant, highest: Int) {
    self.highest = highest
    deadline = now + Self.patience(retries: 0)
  }

  /// It was asked for again.
  mutating func askAgain(at now: Instant) {
    retries += 1
    deadline = now + Self.patience(retries: retries)
  }

  /// How long it may take: 3 s, after retries 3 s plus the backoff delays (the protocol, rule 2).
  static func patience(retries: Int) -> Duration {
    let base = Duration.seconds(3)
    return retries == 0 ? base : base + ReconnectPolicy.delay(attempt: retries)
  }
}
