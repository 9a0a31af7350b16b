extension Timestamp {
  /// The time as RFC 3339 writes it, in UTC, with as many digits of a second as it needs of 0, 3, 6 and 9:
  /// `2026-11-29T14:03:21.123Z`.
  public var rfc3339: String {
    let nanosecond = nanosecondOfSecond
    if nanosecond == 0 { return rfc3339(fractionDigits: 0) }
    return rfc3339(fractionDigits: nanosecond % 1_000_000 == 0 ? 3 : nanosecond % 1_000 == 0 ? 6 : 9)
  }

  /// The same with `fractionDigits` digits of a second, 0 to 9; further ones are cut off.
  public func rfc3339(fractionDigits: Int) -> String {
    let civil = CivilTime(self)
    let date = [
      CivilTime.padded(civil.year, to: 4), CivilTime.padded(civil.month), CivilTime.padded(civil.dayOfMonth),
    ]
    let digits = CivilTime.padded(nanosecondOfSecond, to: 9).prefix(fractionDigits)
    let second = CivilTime.padded(civil.second) + (digits.isEmpty ? "" : "." + digits)
    return "\(date.joined(separator: "-"))T\(civil.clock):\(second)Z"
  }
}
