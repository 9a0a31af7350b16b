/// The server's wall clock as its heartbeats tell it, so that a wrong local clock shows no wrong age.
public struct ServerClock: Hashable, Sendable {
  /// The server's time at ``instant``.
  public let time: Timestamp
  /// When that time was read here.
  public let instant: Instant

  /// The server said `time` in a message received at `instant`.
  public init(time: Timestamp, instant: Instant) {
    self.time = time
    self.instant = instant
  }

  /// The server's time now.
  public func now(at now: Instant) -> Timestamp {
    time + (now - instant)
  }

  /// The better of two readings: the one that travelled less, since a delay only makes a reading look older.
  public func merged(with newer: ServerClock) -> ServerClock {
    newer.time >= now(at: newer.instant) ? newer : self
  }
}
