/// The two to fourteen bytes before a frame's payload (RFC 6455 §5.2), checked.
struct FrameHeader: Equatable, Sendable {
  /// Whether this is the last frame of its message.
  let isFinal: Bool
  /// Whether its message is compressed: the first reserved bit, on the first frame only (RFC 7692 §6).
  let isCompressed: Bool
  /// What the frame is.
  let opcode: Opcode
  /// The payload's length in bytes, below 2^63.
  let length: UInt64
  /// The key the payload is masked with; nil when it is not masked.
  let mask: FrameMask?
  /// The header's own length in bytes.
  let size: Int

  /// Reads a header that starts at `start`; nil when more bytes are needed.
  ///
  /// What the first two bytes give away is refused before the rest has come. A length in a longer form than
  /// needed is refused, as browsers do: §5.2 says that the minimal number of bytes must be used.
  @inline(__always)  // keeps the header in registers: a third of the time of a small frame
  init?(
    in bytes: [UInt8], at start: Int, receivedBy role: WebSocketRole, allowsCompression: Bool = false
  ) throws(WebSocketError) {
    let available = bytes.count - start
    guard available >= 2 else { return nil }
    let first = bytes[start]
    let second = bytes[start + 1]
    isFinal = first & 0x80 != 0
    isCompressed = first & 0x40 != 0
    opcode = try Self.opcode(of: first, role, isMasked: second & 0x80 != 0)
    guard !isCompressed || (allowsCompression && (opcode == .text || opcode == .binary)) else {
      throw .protocolViolation(
        allowsCompression
          ? "a frame that begins no message is marked as compressed (RFC 7692 §6.1)"
          : "a reserved bit is set although no extension was agreed (RFC 6455 §5.2)")
    }

    let code = second & 0x7F
    guard !opcode.isControl || (isFinal && code <= 125) else {
      throw .protocolViolation("a control frame is fragmented or longer than 125 bytes (RFC 6455 §5.5)")
    }
    let lengthSize = code < 126 ? 0 : code == 126 ? 2 : 8
    size = 2 + lengthSize + (role == .server ? 4 : 0)
    guard available >= size else { return nil }

    if lengthSize == 0 {
      length = UInt64(code)
    } else {
      length = try Self.length(in: bytes, at: start + 2, size: lengthSize)
    }
    mask = role == .server ? FrameMask(in: bytes, at: start + size - 4) : nil
  }

  private static func opcode(
    of byte: UInt8, _ role: WebSocketRole, isMasked: Bool
  ) throws(WebSocketError) -> Opcode {
    guard byte & 0x30 == 0 else {
      throw .protocolViolation("a reserved bit is set although no extension was agreed (RFC 6455 §5.2)")
    }
    guard let opcode = Opcode(rawValue: byte & 0x0F) else {
      throw .protocolViolation("opcode \(byte & 0x0F) is reserved (RFC 6455 §5.2)")
    }
    guard isMasked == (role == .server) else {
      throw .protocolViolation(
        isMasked
          ? "a server's frame is masked (RFC 6455 §5.1)" : "a client's frame is not masked (RFC 6455 §5.1)")
    }
    return opcode
  }

  private static func length(
    in bytes: [UInt8], at start: Int, size: Int
  ) throws(WebSocketError) -> UInt64 {
    var length: UInt64 = 0
    for index in start..<start + size { length = length << 8 | UInt64(bytes[index]) }
    guard length >> 63 == 0 else {
      throw .protocolViolation("the highest bit of a length is set (RFC 6455 §5.2)")
    }
    guard length > (size == 2 ? 125 : 0xFFFF) else {
      throw .protocolViolation("a length is not in its shortest form (RFC 6455 §5.2)")
    }
    return length
  }
}
