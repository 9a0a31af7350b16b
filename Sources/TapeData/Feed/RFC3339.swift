import TapeDomain

/// Times in the internet's format (RFC 3339 §5.6), read from bytes.
enum RFC3339 {
  /// The time that `text` says, or nil when it says none that 64 bits of nanoseconds hold (1677 to 2262).
  ///
  /// UTC or an offset, 0 to 9 fraction digits. A leap second is read as the first second of the next day.
  static func timestamp(of text: Span<UInt8>) -> Timestamp? {
    guard text.count >= 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] | 0x20 == UInt8(ascii: "t"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let year = number(at: 0, digits: 4, of: text), (1677...2262).contains(year),
      let month = number(at: 5, digits: 2, of: text), (1...12).contains(month),
      let day = number(at: 8, digits: 2, of: text), day >= 1, day <= days(of: month, in: year),
      let hour = number(at: 11, digits: 2, of: text), hour < 24,
      let minute = number(at: 14, digits: 2, of: text), minute < 60,
      let second = number(at: 17, digits: 2, of: text), second <= 60
    else { return nil }
    var end = 19
    guard let fraction = fraction(at: &end, of: text), let offset = offset(at: end, of: text) else { return nil }
    let local = daysSince1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
    let seconds = local - offset
    // Leap seconds are inserted at the end of a day in UTC only.
    if second == 60, seconds % 86_400 != 0 { return nil }
    let (product, isTooLarge) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isStillTooLarge) = product.addingReportingOverflow(Int64(fraction))
    return isTooLarge || isStillTooLarge ? nil : Timestamp(nanoseconds: sum)
  }

  /// The nanoseconds of the fraction at `place`, 0 without one; moves `place` behind it. Nil when it is none.
  private static func fraction(at place: inout Int, of text: Span<UInt8>) -> Int? {
    guard text[place] == UInt8(ascii: ".") else { return 0 }
    place += 1
    let start = place
    var value = 0
    while place < text.count, text[place] &- 0x30 < 10 {
      guard place - start < 9 else { return nil }
      value = value * 10 + Int(text[place] & 0x0F)
      place += 1
    }
    guard place > start else { return nil }
    for _ in place - start..<9 { value *= 10 }
    return value
  }

  /// The seconds east of UTC that the end of `text` says from `place` on.
  private static func offset(at place: Int, of text: Span<UInt8>) -> Int? {
    guard place < text.count else { return nil }
    if text[place] | 0x20 == UInt8(ascii: "z") { return place + 1 == text.count ? 0 : nil }
    let isWest = text[place] == UInt8(ascii: "-")
    guard isWest || text[place] == UInt8(ascii: "+"), place + 6 == text.count,
      text[place + 3] == UInt8(ascii: ":"),
      let hours = number(at: place + 1, digits: 2, of: text), hours < 24,
      let minutes = number(at: place + 4, digits: 2, of: text), minutes < 60
    else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    return isWest ? -seconds : seconds
  }

  private static func number(at place: Int, digits: Int, of text: Span<UInt8>) -> Int? {
    var value = 0
    for offset in place..<place + digits {
      let digit = text[offset] &- 0x30
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Counts days in years that begin in March, so that the leap day is the last of its year; for years after 0.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let marchMonth = month <= 2 ? month + 9 : month - 3
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
  }
}
