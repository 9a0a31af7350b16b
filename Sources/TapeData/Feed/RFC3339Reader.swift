import TapeDomain

/// Reads times from bytes (RFC 3339 §5.6): UTC or an offset, 0 to 9 fraction digits.
///
/// It remembers the newest minute, since the times of a feed seldom leave it, and the newest time in milliseconds, since
/// those of a burst are mostly the same.
struct RFC3339Reader {
  private var minute = SIMD2<UInt64>()
  private var minuteStart = 0
  /// What followed the newest minute in the newest time of 24 bytes, such as `:21.123Z`, and that time; 0 without one.
  private var rest: UInt64 = 0
  private var newest = Timestamp(nanoseconds: 0)

  /// The time that `text` says, or nil when it says none that 64 bits of nanoseconds hold (1677 to 2262).
  ///
  /// A leap second is read as the first second of the next day.
  @inline(__always)
  mutating func timestamp(of text: Span<UInt8>) -> Timestamp? {
    guard text.count == 24 else { return anyTimestamp(of: text) }
    // In bounds: there are 24 bytes.
    let first = text.bytes.unsafeLoadUnaligned(as: SIMD2<UInt64>.self)
    let last = text.bytes.unsafeLoadUnaligned(fromByteOffset: 16, as: UInt64.self)
    if first == minute, last == rest, rest != 0 { return newest }
    guard let time = anyTimestamp(of: text) else { return nil }
    rest = last
    newest = time
    return time
  }

  private mutating func anyTimestamp(of text: Span<UInt8>) -> Timestamp? {
    guard text.count >= 20, let start = startOfMinute(text), text[16] == UInt8(ascii: ":"),
      let second = Self.number(at: 17, of: text), second <= 60
    else { return nil }
    var end = 19
    guard let fraction = Self.fraction(at: &end, of: text), let offset = Self.offset(at: end, of: text) else {
      return nil
    }
    let seconds = start + second - offset
    // Leap seconds are inserted at the end of a day in UTC only.
    if second == 60, seconds % 86_400 != 0 { return nil }
    let (product, isTooLarge) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isStillTooLarge) = product.addingReportingOverflow(Int64(fraction))
    return isTooLarge || isStillTooLarge ? nil : Timestamp(nanoseconds: sum)
  }

  /// The seconds since 1970 at the local minute that the first 16 bytes say: `2026-11-29T14:03`.
  @inline(__always)
  private mutating func startOfMinute(_ text: Span<UInt8>) -> Int? {
    // In bounds: the caller checked that there are 20 bytes.
    let bytes = text.bytes.unsafeLoadUnaligned(as: SIMD2<UInt64>.self)
    return bytes == minute ? minuteStart : startOfNewMinute(text, bytes)
  }

  private mutating func startOfNewMinute(_ text: Span<UInt8>, _ bytes: SIMD2<UInt64>) -> Int? {
    guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text[10] | 0x20 == UInt8(ascii: "t"),
      text[13] == UInt8(ascii: ":"),
      let century = Self.number(at: 0, of: text), let yearOfCentury = Self.number(at: 2, of: text),
      let month = Self.number(at: 5, of: text), (1...12).contains(month),
      let day = Self.number(at: 8, of: text), day >= 1,
      let hour = Self.number(at: 11, of: text), hour < 24,
      let minute = Self.number(at: 14, of: text), minute < 60
    else { return nil }
    let year = century * 100 + yearOfCentury
    guard (1677...2262).contains(year), day <= Self.days(of: month, in: year) else { return nil }
    self.minute = bytes
    rest = 0
    let days = CivilTime.daysSince1970(year: year, month: month, dayOfMonth: day)
    minuteStart = days * 86_400 + hour * 3_600 + minute * 60
    return minuteStart
  }

  /// The nanoseconds of the fraction at `place`, 0 without one; moves `place` behind it. Nil when it is none.
  @inline(__always)
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
    return value &* scale(place - start)
  }

  /// The nanoseconds of the last of that many fraction digits.
  @inline(__always)
  private static func scale(_ digits: Int) -> Int {
    switch digits {
    case 1: 100_000_000
    case 2: 10_000_000
    case 3: 1_000_000
    case 4: 100_000
    case 5: 10_000
    case 6: 1_000
    case 7: 100
    case 8: 10
    default: 1
    }
  }

  /// The seconds east of UTC that the end of `text` says from `place` on.
  private static func offset(at place: Int, of text: Span<UInt8>) -> Int? {
    guard place < text.count else { return nil }
    if text[place] | 0x20 == UInt8(ascii: "z") { return place + 1 == text.count ? 0 : nil }
    let isWest = text[place] == UInt8(ascii: "-")
    guard isWest || text[place] == UInt8(ascii: "+"), place + 6 == text.count,
      text[place + 3] == UInt8(ascii: ":"),
      let hours = number(at: place + 1, of: text), hours < 24,
      let minutes = number(at: place + 4, of: text), minutes < 60
    else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    return isWest ? -seconds : seconds
  }

  /// The number of two digits at `place`.
  @inline(__always)
  private static func number(at place: Int, of text: Span<UInt8>) -> Int? {
    let tens = text[place] &- 0x30
    let ones = text[place + 1] &- 0x30
    return tens < 10 && ones < 10 ? Int(tens &* 10 &+ ones) : nil
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
