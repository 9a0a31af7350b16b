import TapeDomain

/// How often prices are asked for, in steps that a header can say and that do not change with every credit.
struct PollPeriod: Equatable, Sendable {
  /// The steps, in seconds.
  private static let steps = [
    1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 360, 480, 600, 720, 840, 900, 1200, 1500,
    1800, 2400,
    2700, 3600, 5400, 7200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400,
  ]

  /// The seconds.
  private(set) var seconds: Int

  /// The shortest step that is not shorter than `duration`.
  init(atLeast duration: Duration) {
    let needed = Self.wholeSeconds(duration)
    seconds = Self.steps.first { $0 >= needed } ?? 86_400
  }

  /// The duration.
  var duration: Duration { .seconds(seconds) }

  /// Follows what is needed: at once to a longer step, to a shorter one only when there is room to spare.
  ///
  /// - Returns: Whether it changed.
  mutating func follow(_ needed: Duration) -> Bool {
    let new = PollPeriod(atLeast: needed)
    let isSpare = PollPeriod(atLeast: needed * 9 / 8).seconds < seconds
    guard new.seconds > seconds || (new.seconds < seconds && isSpare) else { return false }
    self = new
    return true
  }

  /// The period in words, such as `60 s`, `14 min` or `3 h`.
  var words: String { PeriodText.words(seconds) }

  private static func wholeSeconds(_ duration: Duration) -> Int {
    let nanoseconds = max(0, duration.wholeNanoseconds)
    return Int((nanoseconds + 999_999_999) / 1_000_000_000)
  }
}
