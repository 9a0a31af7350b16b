import TapeDomain

/// Keeps the best reading of the server's clock and tells when it is worth saying.
struct ServerClockReader {
  /// How far the clock moves before it is said again.
  static let threshold = Duration.milliseconds(250)
  /// How long a reading is believed over newer ones: no two clocks run at the same pace.
  static let lifetime = Duration.seconds(300)

  /// The reading that was last said.
  private(set) var said: ServerClock?
  private var best: ServerClock?

  /// Takes a reading that was kept as the best one, said already.
  mutating func restore(_ clock: ServerClock) {
    best = clock
    said = clock
  }

  /// A heartbeat said `time`; returns the clock when it is the first or moved by the threshold.
  mutating func read(_ time: Timestamp, at now: Instant) -> ServerClock? {
    let reading = ServerClock(time: time, instant: now)
    let merged =
      best.flatMap { now - $0.instant > Self.lifetime ? nil : $0.merged(with: reading) } ?? reading
    best = merged
    if let said {
      let shift = merged.now(at: now) - said.now(at: now)
      guard shift >= Self.threshold || shift <= .zero - Self.threshold else { return nil }
    }
    said = merged
    return merged
  }
}
