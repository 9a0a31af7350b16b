import TapeDomain

extension JSONWriter {
  /// Writes a time with its quotes as RFC 3339 in UTC with three fraction digits, cut off rather than rounded.
  mutating func time(_ time: Timestamp) {
    let civil = CivilTime(time)
    byte(0x22)
    digits(UInt(max(0, civil.year)), atLeast: 4)
    byte(0x2D)
    digits(UInt(civil.month), atLeast: 2)
    byte(0x2D)
    digits(UInt(civil.dayOfMonth), atLeast: 2)
    byte(0x54)
    digits(UInt(civil.hour), atLeast: 2)
    byte(0x3A)
    digits(UInt(civil.minute), atLeast: 2)
    byte(0x3A)
    digits(UInt(civil.second), atLeast: 2)
    byte(0x2E)
    digits(UInt(time.nanosecondOfSecond / 1_000_000), atLeast: 3)
    byte(0x5A)
    byte(0x22)
  }
}
