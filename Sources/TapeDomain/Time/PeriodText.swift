/// A time between two events in words: whole seconds, minutes or hours, rounded up.
public enum PeriodText {
  /// `60s`, `14m`, `2h`: seconds up to 90, minutes up to 90, then hours; what is no time at all counts as a second.
  public static func short(_ seconds: Int) -> String {
    let (count, unit) = parts(seconds)
    return "\(count)\(unit.prefix(1))"
  }

  /// `60 s`, `14 min`, `2 h`.
  public static func words(_ seconds: Int) -> String {
    let (count, unit) = parts(seconds)
    return "\(count) \(unit)"
  }

  private static func parts(_ seconds: Int) -> (count: Int, unit: String) {
    let seconds = max(1, seconds)
    if seconds <= 90 { return (seconds, "s") }
    let minutes = (seconds + 59) / 60
    return minutes <= 90 ? (minutes, "min") : ((minutes + 59) / 60, "h")
  }
}
