extension JSONScanner {
  /// Reads a value that should be an integer of 64 bits; a fraction, an exponent or a larger number is unfit.
  @inline(__always)
  mutating func integer(in bytes: Span<UInt8>) throws(JSONFault) -> JSONValue<Int> {
    skipWhitespace(in: bytes)
    // The usual number: up to 18 digits that do not begin with 0, then a comma or the end of the object.
    var place = offset
    var value = 0
    while place < bytes.count, Self.isDigit(bytes[place]) {
      value = value &* 10 &+ Int(bytes[place] & 0x0F)
      place += 1
    }
    let digits = place - offset
    if digits > 0, digits <= 18, place < bytes.count, bytes[offset] != UInt8(ascii: "0"),
      bytes[place] == UInt8(ascii: ",") || bytes[place] == UInt8(ascii: "}")
    {
      offset = place
      return .value(value)
    }
    return try anyInteger(in: bytes)
  }

  private mutating func anyInteger(in bytes: Span<UInt8>) throws(JSONFault) -> JSONValue<Int> {
    let first = peek(in: bytes)
    guard first == UInt8(ascii: "-") || Self.isDigit(first) else { return try skipUnfit(in: bytes) }
    return try scanNumber(in: bytes).map { .value($0) } ?? .unfit
  }

  /// Reads a number; nil when it is good JSON but no integer of 64 bits.
  mutating func scanNumber(in bytes: Span<UInt8>) throws(JSONFault) -> Int? {
    let isNegative = peek(in: bytes) == UInt8(ascii: "-")
    let start = isNegative ? offset + 1 : offset
    var place = start
    var magnitude: UInt64 = 0
    while place < bytes.count {
      let digit = bytes[place] &- 0x30
      guard digit < 10 else { break }
      magnitude = magnitude &* 10 &+ UInt64(digit)
      place += 1
    }
    offset = place
    let digits = place - start
    guard digits > 0 else { throw fault(isNegative ? .badNumber : .unexpectedByte) }
    guard digits == 1 || bytes[start] != UInt8(ascii: "0") else {
      throw JSONFault(problem: .badNumber, offset: start)
    }
    // 19 digits always fit the magnitude, so that it did not wrap.
    guard try !skipFraction(in: bytes), digits <= 19 else { return nil }
    if isNegative { return magnitude <= 1 << 63 ? Int(truncatingIfNeeded: 0 &- magnitude) : nil }
    return Int(exactly: magnitude)
  }

  /// Reads past the fraction and exponent of a number; false when it has neither.
  private mutating func skipFraction(in bytes: Span<UInt8>) throws(JSONFault) -> Bool {
    let end = offset
    if peek(in: bytes) == UInt8(ascii: ".") {
      offset += 1
      try skipDigits(in: bytes)
    }
    if peek(in: bytes) | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if peek(in: bytes) == UInt8(ascii: "+") || peek(in: bytes) == UInt8(ascii: "-") { offset += 1 }
      try skipDigits(in: bytes)
    }
    return offset > end
  }

  private mutating func skipDigits(in bytes: Span<UInt8>) throws(JSONFault) {
    guard Self.isDigit(peek(in: bytes)) else { throw fault(.badNumber) }
    while Self.isDigit(peek(in: bytes)) { offset += 1 }
  }
}
