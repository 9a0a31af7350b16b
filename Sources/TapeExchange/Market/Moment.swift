import TapeDomain

/// One reading of both clocks: the monotonic one for what is due, the wall clock for times of data.
struct Moment: Equatable, Sendable {
  /// The monotonic clock.
  let now: Instant
  /// The wall clock.
  let wall: Timestamp

  /// The wall-clock time of an instant near this moment.
  func wall(at instant: Instant) -> Timestamp {
    wall + (instant - now)
  }
}
