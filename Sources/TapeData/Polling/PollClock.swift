import TapeDomain

/// A moment on both clocks: deadlines are on the one that never jumps, the source's day is on the other.
struct PollClock: Equatable, Sendable {
  /// The monotonic clock.
  let now: Instant
  /// The wall clock.
  let wall: Timestamp

  /// The day in UTC, as days since 1970.
  var day: Int { CivilTime(wall).day }

  /// The time until the next day in UTC.
  var untilMidnight: Duration {
    let midnight = Timestamp(seconds: Int64((day + 1) * 86_400))
    return midnight - wall
  }

  /// The same moment, seen from `wall`: where another wall-clock time is on the monotonic clock.
  func instant(of time: Timestamp) -> Instant { now + (time - wall) }
}
