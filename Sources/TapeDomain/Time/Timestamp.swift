/// A wall-clock time of data: nanoseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Nanoseconds since 1970, negative before.
  public let nanoseconds: Int64

  /// A time that many nanoseconds after 1970.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// A time that many whole seconds after 1970.
  public init(seconds: Int64) {
    self.init(nanoseconds: seconds &* 1_000_000_000)
  }

  /// The time from `other` until this time; negative when this one is earlier.
  public static func - (time: Timestamp, other: Timestamp) -> Duration {
    .nanoseconds(time.nanoseconds &- other.nanoseconds)
  }

  /// The time `duration` later.
  public static func + (time: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(nanoseconds: time.nanoseconds &+ duration.wholeNanoseconds)
  }

  /// The time `duration` earlier.
  public static func - (time: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(nanoseconds: time.nanoseconds &- duration.wholeNanoseconds)
  }

  /// Orders by time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
