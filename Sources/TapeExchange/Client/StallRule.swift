import TapeDomain

/// Decides when a client that takes nothing is given up (the protocol, the server's duties).
struct StallRule: Sendable {
  /// How long a client may make no progress.
  static let limit = Duration.seconds(30)

  private var sent = 0
  private var stuckSince: Instant?

  /// Whether bytes have been waiting for 30 s without one of them being taken.
  mutating func isStalled(_ load: LinkLoad, at now: Instant) -> Bool {
    defer { sent = load.sent }
    guard load.waiting > 0, load.sent == sent, let since = stuckSince else {
      stuckSince = load.waiting > 0 ? now : nil
      return false
    }
    return now - since >= Self.limit
  }
}
