/// Checks UTF-8 as it arrives, in pieces of any size (RFC 3629 §4).
///
/// A byte that no valid text can have at its place is refused when it comes, not when the text ends.
package struct UTF8Validator: Sendable {
  /// How many continuation bytes the scalar in progress still needs.
  private var missing = 0
  /// What the next continuation byte may be: excludes overlong forms, surrogates and what is above U+10FFFF.
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// A validator at the start of a text.
  package init() {}

  /// Whether the text so far may end here: no scalar is in progress.
  package var isComplete: Bool { missing == 0 }

  /// Takes the next bytes; false when they cannot be UTF-8, after which the validator is of no more use.
  package mutating func accept(_ bytes: RawSpan) -> Bool {
    // A copy of the state is kept in registers.
    var state = self
    defer { self = state }
    var index = 0
    while index < bytes.byteCount {
      let byte = unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      if state.missing == 0 {
        if byte < 0x80 {
          index = Self.endOfASCII(in: bytes, from: index)
          continue
        }
        if bytes.byteCount &- index >= 4 {
          let length = Self.scalarLength(
            unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt32.self))
          if length > 0 {
            index &+= length
            continue
          }
        }
      }
      guard state.accept(byte) else { return false }
      index += 1
    }
    return true
  }

  /// The length of the scalar that begins with the first of four bytes; 0 when it is ASCII or not good.
  ///
  /// A short way for scalars that are whole: byte by byte they take four times as long. What it refuses is judged again
  /// byte by byte, which is what the tests compare it with.
  @inline(__always)
  private static func scalarLength(_ fourBytes: UInt32) -> Int {
    let word = UInt32(littleEndian: fourBytes)
    let second = word >> 8 & 0x3F
    if word & 0xC0E0 == 0x80C0 { return word & 0x1E != 0 ? 2 : 0 }
    if word & 0xC0_C0F0 == 0x80_80E0 {
      let high = (word & 0x0F) << 6 | second
      // No shorter form, and no half of a surrogate pair.
      return high >= 0x20 && high >> 5 != 0x1B ? 3 : 0
    }
    if word & 0xC0C0_C0F8 == 0x8080_80F0 {
      let high = (word & 0x07) << 6 | second
      return (0x10..<0x110).contains(high) ? 4 : 0
    }
    return 0
  }

  /// Takes one byte that is a continuation or is not ASCII.
  @inline(__always)  // so that the state stays in registers
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

  /// The place of the first byte from `start` on that is not ASCII; looks at 8 bytes, then at 32, then at 8 at a time.
  ///
  /// The loads are unchecked for speed: each loop's condition is the check, and any bytes are valid integers.
  private static func endOfASCII(in bytes: RawSpan, from start: Int) -> Int {
    let highBits: UInt64 = 0x8080_8080_8080_8080
    let count = bytes.byteCount
    var index = start
    if count &- index >= 8 {
      let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
      let high = UInt64(littleEndian: word) & highBits
      if high != 0 { return index &+ high.trailingZeroBitCount / 8 }
    }
    while count &- index >= 32 {
      let words = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD4<UInt64>.self)
      guard (words.x | words.y | words.z | words.w) & highBits == 0 else { break }
      index &+= 32
    }
    while count &- index >= 8 {
      let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
      let high = UInt64(littleEndian: word) & highBits
      guard high == 0 else { return index + high.trailingZeroBitCount / 8 }
      index &+= 8
    }
    if index < count, count &- start >= 8 {
      // The last bytes together with some that were looked at already.
      let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: count &- 8, as: UInt64.self)
      if word & highBits == 0 { return count }
    }
    while index < count, unsafe bytes.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self) < 0x80 {
      index &+= 1
    }
    return index
  }
}
