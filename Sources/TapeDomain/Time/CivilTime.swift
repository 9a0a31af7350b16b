/// A time as a calendar and a clock on the wall show it, in the Gregorian calendar.
public struct CivilTime: Hashable, Sendable {
  /// The days since 1970-01-01.
  public let day: Int
  /// The year.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, 1 to 31.
  public let dayOfMonth: Int
  /// The hour, 0 to 23.
  public let hour: Int
  /// The minute, 0 to 59.
  public let minute: Int
  /// The second, 0 to 59.
  public let second: Int

  /// The civil time of a timestamp, so many seconds east of UTC.
  public init(_ time: Timestamp, secondsFromUTC offset: Int = 0) {
    let seconds = time.wholeSeconds + offset
    day = Self.floored(seconds, by: 86_400)
    let secondOfDay = seconds - day * 86_400
    hour = secondOfDay / 3600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60

    // Years begin in March, so that the leap day is the last; eras have 400 years (Hinnant,
    // "chrono-Compatible Low-Level Date Algorithms", civil_from_days).
    let shifted = day + 719_468
    let era = Self.floored(shifted, by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The time of day to the minute, such as `14:03`.
  public var clock: String { "\(Self.padded(hour)):\(Self.padded(minute))" }

  /// The days from 1970-01-01 to a date, the way back of ``day``.
  public static func daysSince1970(year: Int, month: Int, dayOfMonth: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = floored(marchYear, by: 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + dayOfMonth - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The number, which is not negative, with at least so many digits.
  public static func padded(_ number: Int, to digits: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func floored(_ value: Int, by divisor: Int) -> Int {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

extension Timestamp {
  /// Whole seconds since 1970, rounded down.
  public var wholeSeconds: Int {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int(remainder < 0 ? quotient - 1 : quotient)
  }

  /// The nanoseconds since the last whole second, 0 to 999,999,999.
  public var nanosecondOfSecond: Int {
    let remainder = Int(nanoseconds % 1_000_000_000)
    return remainder < 0 ? remainder + 1_000_000_000 : remainder
  }
}
