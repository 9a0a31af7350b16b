/// What a close frame says (RFC 6455 §5.5.1).
struct ClosePayload: Equatable, Sendable {
  /// The code; nil when the frame is empty.
  let code: UInt16?
  /// The reason, at most 123 bytes; empty without a code.
  let reason: String

  /// A close frame without a code.
  static let empty = ClosePayload(code: CloseCode.none, reason: "")

  /// What to send for that code and reason.
  ///
  /// A reason above 123 bytes is cut between two scalars. A code that must not be on the wire, such as 1005,
  /// gives an empty frame.
  init(code: UInt16, reason: String) {
    guard CloseCode.isAllowedOnTheWire(code) else {
      self.code = nil
      self.reason = ""
      return
    }
    self.code = code
    self.reason = Self.cut(reason)
  }

  /// Reads and checks a received payload; an empty one is valid and has no code.
  init(parsing payload: ArraySlice<UInt8>) throws(WebSocketError) {
    guard let high = payload.first else {
      code = nil
      reason = ""
      return
    }
    let rest = payload.dropFirst()
    guard let low = rest.first else {
      throw .protocolViolation("a close frame has one byte of payload (RFC 6455 §5.5.1)")
    }
    let code = UInt16(high) << 8 | UInt16(low)
    guard CloseCode.isAllowedOnTheWire(code) else {
      throw .protocolViolation("close code \(code) is not allowed in a frame (RFC 6455 §7.4)")
    }
    let text = rest.dropFirst()
    var validator = UTF8Validator()
    guard validator.accept(text.span.bytes), validator.isComplete else { throw .invalidUTF8 }
    self.code = code
    reason = String(decoding: text, as: UTF8.self)
  }

  /// The frame's payload, at most 125 bytes.
  var bytes: [UInt8] {
    guard let code else { return [] }
    return [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)] + reason.utf8
  }

  private static func cut(_ reason: String) -> String {
    let bytes = Array(reason.utf8)
    guard bytes.count > 123 else { return reason }
    var end = 123
    while bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
