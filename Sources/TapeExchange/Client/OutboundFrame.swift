/// One frame on its way to a client.
enum OutboundFrame: Equatable, Sendable {
  /// A text message.
  case text([UInt8])
  /// The answer to a ping, in its place among the messages.
  case pong([UInt8])

  /// The size of its payload, in bytes.
  var size: Int {
    switch self {
    case .text(let bytes), .pong(let bytes): bytes.count
    }
  }
}
