import TapeWebSocket

/// What is to be done on one connection.
enum LinkAction: Equatable, Sendable {
  /// Upgrade it.
  case accept
  /// Answer its request with plain HTTP.
  case respond(HTTPAnswer)
  /// Send these frames.
  case send([OutboundFrame])
  /// Start the close handshake.
  case close(code: UInt16, reason: String)
  /// Reset its TCP connection.
  case reset

  /// Does it; on the socket thread, where all of it leaves in one go.
  func perform(on link: any WebSocketServerLink) {
    switch self {
    case .accept: link.accept(headers: [])
    case .respond(let answer):
      link.respond(
        status: answer.status, reason: answer.reason, headers: answer.headers, body: answer.body)
    case .send(let frames):
      for frame in frames {
        switch frame {
        case .text(let bytes): link.send(text: bytes)
        case .pong(let payload): link.pong(payload)
        }
      }
    case .close(let code, let reason): link.close(code: code, reason: reason)
    case .reset: link.reset()
    }
  }
}
