import Foundation
public import TapeDomain

/// Where the clock on the wall stands against UTC.
///
/// The C library knows the machine's own zone, and is asked each time: Foundation's `TimeZone` would bring two
/// megabytes of ICU into memory for it.
public enum ClockZone: Hashable, Sendable {
  /// The zone of the machine, or of the variable `TZ`.
  case local
  /// So many seconds east of UTC the whole year.
  case fixed(secondsFromUTC: Int)

  /// UTC itself.
  public static let utc = fixed(secondsFromUTC: 0)

  /// The seconds east of UTC at a moment, summer time included.
  public func secondsFromUTC(at time: Timestamp) -> Int {
    switch self {
    case .local:
      var seconds = time_t(time.wholeSeconds)
      var civil = tm()
      // Only a year that no `Int32` holds has no civil time.
      guard localtime_r(&seconds, &civil) != nil else { return 0 }
      return civil.tm_gmtoff
    case .fixed(let seconds): return seconds
    }
  }
}
