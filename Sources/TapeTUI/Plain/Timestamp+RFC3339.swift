public import TapeDomain

extension Timestamp {
  /// The time as RFC 3339 writes it, in UTC, with 0, 3, 6 or 9 digits of a second:
  /// `2026-11-29T14:03:21.123Z`.
  public var rfc3339: String {
    let civil = CivilTime(self)
    let date = [
      CivilTime.padded(civil.year, to: 4), CivilTime.padded(civil.month), CivilTime.padded(civil.dayOfMonth),
    ]
    return "\(date.joined(separator: "-"))T\(civil.clock):\(CivilTime.padded(civil.second))\(fraction)Z"
  }

  private var fraction: String {
    let nanoseconds = nanoseconds - Int64(wholeSeconds) * 1_000_000_000
    if nanoseconds == 0 { return "" }
    let digits = CivilTime.padded(Int(nanoseconds), to: 9)
    if digits.hasSuffix("000000") { return "." + digits.prefix(3) }
    return "." + (digits.hasSuffix("000") ? digits.prefix(6) : digits[...])
  }
}
