/// What a frame is; the other eleven values are reserved (RFC 6455 §5.2).
enum Opcode: UInt8, Sendable {
  /// More of the message that an earlier frame began.
  case continuation = 0x0
  /// The first or only frame of a text message.
  case text = 0x1
  /// The first or only frame of a binary message.
  case binary = 0x2
  /// The close frame.
  case close = 0x8
  /// A ping.
  case ping = 0x9
  /// A pong.
  case pong = 0xA

  /// Whether it may stand between the fragments of a message (RFC 6455 §5.5).
  var isControl: Bool { rawValue & 0x8 != 0 }
}
