/// Checks UTF-8 as it arrives, in pieces of any size (RFC 3629 §4).
///
/// A byte that no valid text can have at its place is refused when it comes, not when the text ends.
struct UTF8Validator: Sendable {
  /// How many continuation bytes the scalar in progress still needs.
  private var missing = 0
  /// The values the next continuation byte may have: they exclude overlong forms, surrogates and what is above U+10FFFF.
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether the text so far may end here: no scalar is in progress.
  var isComplete: Bool { missing == 0 }

  /// Takes the next bytes; false when they cannot be UTF-8, after which the validator is of no more use.
  mutating func accept(_ bytes: RawSpan) -> Bool {
    var index = 0
    while index < bytes.byteCount {
      if missing == 0 {
        index = Self.endOfASCII(in: bytes, from: index)
        guard index < bytes.byteCount else { return true }
      }
      guard accept(unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)) else { return false }
      index += 1
    }
    return true
  }

  /// Takes one byte that is a continuation or is not ASCII.
  private mutating func accept(_ byte: UInt8) -> Bool {
    if missing > 0 {
      guard allowed.contains(byte) else { return false }
      missing -= 1
      allowed = 0x80...0xBF
      return true
    }
    switch byte {
    case 0xC2...0xDF: missing = 1
    case 0xE0...0xEF: missing = 2
    case 0xF0...0xF4: missing = 3
    default: return false
    }
    switch byte {
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: break
    }
    return true
  }

  /// The place of the first byte from `start` on that is not ASCII; looks at eight bytes at a time.
  private static func endOfASCII(in bytes: RawSpan, from start: Int) -> Int {
    var index = start
    while bytes.byteCount - index >= 8 {
      // The load may be unaligned; its bounds are checked, and any eight bytes are a valid UInt64.
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      let high = UInt64(littleEndian: word) & 0x8080_8080_8080_8080
      guard high == 0 else { return index + high.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.byteCount, unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self) < 0x80 {
      index += 1
    }
    return index
  }
}
