extension JSONScanner {
  /// Reads a string from its opening quote on and checks it.
  @inline(__always)
  mutating func scanString(in bytes: Span<UInt8>) throws(JSONFault) -> JSONText {
    let start = offset + 1
    let end = Self.endOfPlainRun(from: start, in: bytes)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else {
      return try scanEscapedString(from: start, plainUntil: end, in: bytes)
    }
    offset = end + 1
    return JSONText(range: start..<end, isPlain: true)
  }

  /// Goes on with a string at the first byte that is not plain.
  private mutating func scanEscapedString(
    from start: Int, plainUntil end: Int, in bytes: Span<UInt8>
  ) throws(JSONFault) -> JSONText {
    offset = end
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      guard bytes[offset] == UInt8(ascii: "\\") else { throw fault(.controlCharacter) }
      try skipEscape(in: bytes)
      offset = Self.endOfPlainRun(from: offset, in: bytes)
    }
    guard offset < bytes.count else { throw fault(.unclosedString) }
    offset += 1
    return JSONText(range: start..<offset - 1, isPlain: false)
  }

  /// The offset of the first quote, backslash or control character from `start` on; the count without one.
  @inline(__always)
  private static func endOfPlainRun(from start: Int, in bytes: Span<UInt8>) -> Int {
    var place = start
    while place + 8 <= bytes.count {
      // In bounds by the line above; there is no safe load of a word yet.
      let word = UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
      let stops = stops(in: word)
      if stops != 0 { return place + stops.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < bytes.count, bytes[place] >= 0x20, bytes[place] != UInt8(ascii: "\""),
      bytes[place] != UInt8(ascii: "\\")
    {
      place += 1
    }
    return place
  }

  /// Sets the top bit of each of eight bytes that ends a plain run; exact for the lowest such byte.
  @inline(__always)
  private static func stops(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let controls = (word &- ones &* 0x20) & ~word
    return (((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | controls) & tops
  }

  private mutating func skipEscape(in bytes: Span<UInt8>) throws(JSONFault) {
    offset += 1
    switch peek(in: bytes) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 1
    case UInt8(ascii: "u"):
      guard let unit = JSONText.codeUnit(at: offset + 1, of: bytes) else { throw fault(.badEscape) }
      offset += 5
      guard unit & 0xF800 == 0xD800 else { return }
      // A high half must be followed by the escape of a low half (RFC 8259 §7).
      guard unit & 0xFC00 == 0xD800, peek(in: bytes) == UInt8(ascii: "\\"), offset + 1 < bytes.count,
        bytes[offset + 1] == UInt8(ascii: "u"), let low = JSONText.codeUnit(at: offset + 2, of: bytes),
        low & 0xFC00 == 0xDC00
      else { throw fault(.loneSurrogate) }
      offset += 6
    default:
      throw fault(.badEscape)
    }
  }
}
