/// A point on the machine's monotonic clock, which counts suspend and never jumps.
///
/// Deadlines, `since` and `retryAt` are instants; only times of data are ``Timestamp``s. A change of the wall
/// clock therefore moves no deadline.
public struct Instant: Hashable, Comparable, Sendable {
  /// Nanoseconds since an epoch that is fixed while the machine is up.
  public let nanoseconds: Int64

  /// An instant that many nanoseconds after the clock's epoch.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The instant of the standard library's continuous clock (`CLOCK_BOOTTIME` on Linux).
  public init(_ instant: ContinuousClock.Instant) {
    self.init(nanoseconds: ContinuousClock.Instant.epochDuration(to: instant).wholeNanoseconds)
  }

  /// The same point as an instant of the continuous clock, for sleeping until it.
  public var continuous: ContinuousClock.Instant {
    ContinuousClock.Instant.clockEpoch.advanced(by: .nanoseconds(nanoseconds))
  }

  /// The time from `other` until this instant; negative when this one is earlier.
  public static func - (instant: Instant, other: Instant) -> Duration {
    .nanoseconds(difference(instant.nanoseconds, other.nanoseconds))
  }

  /// The instant `duration` later, or the last one there is.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    let (sum, isTooMuch) = instant.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return Instant(nanoseconds: isTooMuch ? (duration < .zero ? .min : .max) : sum)
  }

  /// The instant `duration` earlier, or the first one there is.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: difference(instant.nanoseconds, duration.wholeNanoseconds))
  }

  /// The difference, held to what 64 bits can say.
  private static func difference(_ left: Int64, _ right: Int64) -> Int64 {
    let (difference, isTooMuch) = left.subtractingReportingOverflow(right)
    return isTooMuch ? (left < right ? .min : .max) : difference
  }

  /// Orders by time.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension ContinuousClock.Instant {
  /// The clock's fixed epoch.
  static var clockEpoch: Self { ContinuousClock().systemEpoch }

  /// The time from the clock's epoch to `instant`.
  static func epochDuration(to instant: Self) -> Duration {
    clockEpoch.duration(to: instant)
  }
}
