/// A strict one-pass reader of a JSON text (RFC 8259) whose bytes are known to be UTF-8.
///
/// It keeps only its place. The bytes are handed to each call, so that none outlives them and each access is
/// checked. Objects and arrays are walked by the caller:
///
/// ```swift
/// var more = try scanner.begin(.object, in: bytes)
/// while more {
///   let key = try scanner.key(in: bytes)
///   try scanner.skipValue(in: bytes)
///   more = try scanner.next(.object, in: bytes)
/// }
/// try scanner.end(in: bytes)
/// ```
struct JSONScanner {
  /// What holds other values.
  enum Container {
    case object
    case array
  }

  /// How deeply containers may nest inside a skipped value; one bit of a word remembers the kind of each.
  static let maximumDepth = UInt64.bitWidth

  /// The offset of the next byte to read.
  var offset = 0

  /// Enters a container; false when it is empty and left again.
  mutating func begin(_ container: Container, in bytes: Span<UInt8>) throws(JSONFault) -> Bool {
    skipWhitespace(in: bytes)
    try expect(opener(of: container), in: bytes)
    skipWhitespace(in: bytes)
    guard peek(in: bytes) == closer(of: container) else { return true }
    offset += 1
    return false
  }

  /// The container that begins next; nil when something else does.
  mutating func container(in bytes: Span<UInt8>) -> Container? {
    skipWhitespace(in: bytes)
    return switch peek(in: bytes) {
    case opener(of: .object): .object
    case opener(of: .array): .array
    default: nil
    }
  }

  /// Goes on after a value in a container; false when the container ends there.
  @inline(__always)
  mutating func next(_ container: Container, in bytes: Span<UInt8>) throws(JSONFault) -> Bool {
    skipWhitespace(in: bytes)
    let byte = peek(in: bytes)
    guard byte == UInt8(ascii: ",") || byte == closer(of: container) else { throw fault(.unexpectedByte) }
    offset += 1
    return byte == UInt8(ascii: ",")
  }

  /// Checks that nothing but whitespace follows.
  mutating func end(in bytes: Span<UInt8>) throws(JSONFault) {
    skipWhitespace(in: bytes)
    guard offset == bytes.count else { throw fault(.trailingBytes) }
  }

  /// Reads a field's name and its colon.
  @inline(__always)
  mutating func key(in bytes: Span<UInt8>) throws(JSONFault) -> JSONText {
    skipWhitespace(in: bytes)
    guard peek(in: bytes) == UInt8(ascii: "\"") else { throw fault(.unexpectedByte) }
    let text = try scanString(in: bytes)
    skipWhitespace(in: bytes)
    try expect(UInt8(ascii: ":"), in: bytes)
    return text
  }

  /// Reads a value that should be a string.
  @inline(__always)
  mutating func string(in bytes: Span<UInt8>) throws(JSONFault) -> JSONValue<JSONText> {
    skipWhitespace(in: bytes)
    if peek(in: bytes) == UInt8(ascii: "\"") { return .value(try scanString(in: bytes)) }
    return try skipUnfit(in: bytes)
  }

  /// Reads a value that should be true or false.
  mutating func boolean(in bytes: Span<UInt8>) throws(JSONFault) -> JSONValue<Bool> {
    skipWhitespace(in: bytes)
    switch peek(in: bytes) {
    case UInt8(ascii: "t"):
      try expect("true", in: bytes)
      return .value(true)
    case UInt8(ascii: "f"):
      try expect("false", in: bytes)
      return .value(false)
    default: return try skipUnfit(in: bytes)
    }
  }

  /// Reads past a value of any shape, which must be good JSON.
  mutating func skipValue(in bytes: Span<UInt8>) throws(JSONFault) {
    var depth = 0
    // One bit for each open container, the innermost lowest: 1 for an object.
    var kinds: UInt64 = 0
    repeat {
      if let container = container(in: bytes) {
        guard depth < Self.maximumDepth else { throw fault(.tooDeep) }
        if try begin(container, in: bytes) {
          depth += 1
          kinds = kinds << 1 | (container == .object ? 1 : 0)
          if container == .object { _ = try key(in: bytes) }
          continue
        }
      } else {
        try skipScalar(in: bytes)
      }
      while depth > 0 {
        let container = kinds & 1 == 1 ? Container.object : .array
        if try next(container, in: bytes) {
          if container == .object { _ = try key(in: bytes) }
          break
        }
        depth -= 1
        kinds >>= 1
      }
    } while depth > 0
  }

  mutating func skipUnfit<Wanted>(in bytes: Span<UInt8>) throws(JSONFault) -> JSONValue<Wanted> {
    let isNull = peek(in: bytes) == UInt8(ascii: "n")
    try skipValue(in: bytes)
    return isNull ? .null : .unfit
  }

  private mutating func skipScalar(in bytes: Span<UInt8>) throws(JSONFault) {
    switch peek(in: bytes) {
    case UInt8(ascii: "\""): _ = try scanString(in: bytes)
    case UInt8(ascii: "t"): try expect("true", in: bytes)
    case UInt8(ascii: "f"): try expect("false", in: bytes)
    case UInt8(ascii: "n"): try expect("null", in: bytes)
    default: _ = try scanNumber(in: bytes)
    }
  }

  private mutating func expect(_ byte: UInt8, in bytes: Span<UInt8>) throws(JSONFault) {
    guard peek(in: bytes) == byte else { throw fault(.unexpectedByte) }
    offset += 1
  }

  private mutating func expect(_ word: String, in bytes: Span<UInt8>) throws(JSONFault) {
    for byte in word.utf8 { try expect(byte, in: bytes) }
  }

  @inline(__always)
  mutating func skipWhitespace(in bytes: Span<UInt8>) {
    while offset < bytes.count, bytes[offset] <= 0x20, Self.isWhitespace(bytes[offset]) { offset += 1 }
  }

  /// The next byte, or 0 at the end: a NUL is as wrong as an end wherever a byte is wanted.
  @inline(__always)
  func peek(in bytes: Span<UInt8>) -> UInt8 {
    offset < bytes.count ? bytes[offset] : 0
  }

  private func opener(of container: Container) -> UInt8 {
    container == .object ? UInt8(ascii: "{") : UInt8(ascii: "[")
  }

  private func closer(of container: Container) -> UInt8 {
    container == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  func fault(_ problem: JSONFault.Problem) -> JSONFault {
    JSONFault(problem: problem, offset: offset)
  }

  private static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
