/// The place of a string in a JSON text, between its quotes; its syntax is checked already.
struct JSONText: Equatable {
  /// The bytes between the quotes.
  let range: Range<Int>
  /// Whether the bytes hold no escape and so are the string itself.
  let isPlain: Bool

  /// Calls `body` with the string's bytes; allocates only when there are escapes.
  @inline(__always)
  func withBytes<Value>(of bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Value) -> Value {
    if isPlain { return body(bytes.extracting(range)) }
    let plain = unescaped(bytes)
    return body(plain.span)
  }

  /// The string as text.
  func string(of bytes: Span<UInt8>) -> String {
    withBytes(of: bytes) { plain in
      plain.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func unescaped(_ bytes: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard bytes[offset] == UInt8(ascii: "\\") else {
        result.append(bytes[offset])
        offset += 1
        continue
      }
      switch bytes[offset + 1] {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        offset = appendScalar(at: offset, of: bytes, to: &result)
        continue
      case let itself: result.append(itself)
      }
      offset += 2
    }
    return result
  }

  /// Appends the scalar of the `\u` escape, or pair of them, at `offset`; returns the offset after it.
  private func appendScalar(at offset: Int, of bytes: Span<UInt8>, to result: inout [UInt8]) -> Int {
    let first = Self.codeUnit(at: offset + 2, of: bytes) ?? 0
    guard first & 0xFC00 == 0xD800 else {
      Self.append(UInt32(first), to: &result)
      return offset + 6
    }
    let second = Self.codeUnit(at: offset + 8, of: bytes) ?? 0
    Self.append(0x10000 + (UInt32(first & 0x3FF) << 10) + UInt32(second & 0x3FF), to: &result)
    return offset + 12
  }

  private static func append(_ value: UInt32, to result: inout [UInt8]) {
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// The four hexadecimal digits at `offset`, or nil when they are not there.
  static func codeUnit(at offset: Int, of bytes: Span<UInt8>) -> UInt16? {
    guard offset + 4 <= bytes.count else { return nil }
    var value: UInt16 = 0
    for place in offset..<offset + 4 {
      let digit: UInt8
      switch bytes[place] {
      case let byte where byte &- 0x30 < 10: digit = byte - 0x30
      case let byte where byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66: digit = (byte | 0x20) - 0x57
      default: return nil
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
