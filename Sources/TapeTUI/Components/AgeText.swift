import TapeDomain

/// How old a price is, in words.
///
/// Ages count the seconds of the clock that have begun since the price's own second, so that all ages on the
/// screen change at once, once a second; a price from the future has age 0.
struct AgeText: Hashable, Sendable {
  private let since: Timestamp
  private let now: Timestamp
  /// The age in seconds, at least 0.
  let seconds: Int

  /// The age of a price of the time `since` when it is `now`, both on the server's clock.
  init(since: Timestamp, now: Timestamp) {
    self.since = since
    self.now = now
    seconds = max(0, now.wholeSeconds - since.wholeSeconds)
  }

  /// `3s ago`, `12s ago`, `3m ago`, `2h ago`, `14:03 yesterday`, `14:03 on 27 Nov`, `27 Nov 2024`.
  func text(in zone: ClockZone) -> String {
    if seconds < 3600 { return short }
    let then = civil(since, zone)
    let today = civil(now, zone)
    if then.day == today.day || seconds < 12 * 3600 { return short }
    if then.day == today.day - 1 { return "\(then.clock) yesterday" }
    let date = "\(then.dayOfMonth) \(Self.months[then.month - 1])"
    return seconds < 300 * 86_400 ? "\(then.clock) on \(date)" : "\(date) \(then.year)"
  }

  /// The age in at most seven characters: `12s ago`, `3m ago`, `2h ago`, `5d ago`, `2y ago`.
  var short: String { unit + " ago" }

  /// The age in at most three characters: `12s`, `3m`, `2h`, `5d`, `17w`, `2y`.
  var unit: String {
    switch seconds {
    case ..<60: "\(seconds)s"
    case ..<3600: "\(seconds / 60)m"
    case ..<86_400: "\(seconds / 3600)h"
    case ..<(100 * 86_400): "\(seconds / 86_400)d"
    case ..<(365 * 86_400): "\(seconds / (7 * 86_400))w"
    default: "\(min(99, seconds / (365 * 86_400)))y"
    }
  }

  /// The age at the end of its step, for a screen that does not tick: 10 s, 30 s, 1, 5, 15, 30 min, 1 h.
  ///
  /// It is rounded up, since an age must not be shown younger than it is.
  var stepped: AgeText {
    guard let step = Self.steps.first(where: { $0 >= seconds }) else { return self }
    return AgeText(since: since, now: Timestamp(seconds: Int64(since.wholeSeconds + step)))
  }

  /// The time until the words can change: the next second, or the next minute of an age of minutes or more.
  var untilChange: Duration {
    let fraction = now - Timestamp(seconds: Int64(now.wholeSeconds))
    return .seconds(seconds < 60 ? 1 : 60 - seconds % 60) - fraction
  }

  private func civil(_ time: Timestamp, _ zone: ClockZone) -> CivilTime {
    CivilTime(time, secondsFromUTC: zone.secondsFromUTC(at: time))
  }

  private static let steps = [10, 30, 60, 300, 900, 1800, 3600]
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
