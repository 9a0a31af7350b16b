import TapeDomain

extension JSONWriter {
  /// Writes a time with its quotes as RFC 3339 in UTC with three fraction digits, cut off rather than rounded.
  mutating func time(_ time: Timestamp) {
    let milliseconds = Self.floorDivide(time.nanoseconds, by: 1_000_000)
    let days = Self.floorDivide(milliseconds.quotient, by: 86_400_000)
    let (year, month, day) = Self.civil(fromDays: days.quotient)
    let rest = UInt(days.remainder)
    byte(0x22)
    digits(UInt(max(0, year)), atLeast: 4)
    byte(0x2D)
    digits(month, atLeast: 2)
    byte(0x2D)
    digits(day, atLeast: 2)
    byte(0x54)
    digits(rest / 3_600_000, atLeast: 2)
    byte(0x3A)
    digits(rest / 60_000 % 60, atLeast: 2)
    byte(0x3A)
    digits(rest / 1_000 % 60, atLeast: 2)
    byte(0x2E)
    digits(rest % 1_000, atLeast: 3)
    byte(0x5A)
    byte(0x22)
  }

  private static func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// Year, month and day of a day counted from 1970-01-01, by Howard Hinnant's `civil_from_days`.
  private static func civil(fromDays days: Int64) -> (year: Int64, month: UInt, day: UInt) {
    let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, UInt(month), UInt(dayOfYear - (153 * shifted + 2) / 5 + 1))
  }
}
