extension WebSocketMachine {
  /// Starts the closing handshake (RFC 6455 §7.1.2); before the connection is open it ends it instead.
  ///
  /// A reason above 123 bytes is cut between two scalars. A code that must not be sent, such as 1005, gives a
  /// close frame without one. Ignored when the connection is closing already.
  public mutating func close(code: UInt16, reason: String, using random: inout some RandomNumberGenerator) {
    switch stage {
    case .open:
      queue(.close, ClosePayload(code: code, reason: reason).bytes, using: &random)
      stage = .closing
    case .connecting, .listening, .deciding:
      output = []
      stage = .finished(unreported: .abnormal(nil))
    case .closing, .owing, .draining, .finished:
      break
    }
  }

  /// Queues what a receive held back: the pong of the newest ping, the answer to a close frame, or the close frame of a
  /// failure.
  ///
  /// Held back, so that what the owner sends for the messages before it goes first. The driver calls this
  /// after the owner has handled the events of each receive.
  public mutating func settle(using random: inout some RandomNumberGenerator) {
    let owed: (close: ClosePayload, next: Stage)? =
      if case .owing(let close, let next) = stage { (close, next) } else { nil }
    // Behind a close frame of ours there is no pong.
    if !isCongested || owed != nil, let pong = owedPong {
      owedPong = nil
      queue(.pong, pong, using: &random)
    }
    guard let (close, next) = owed else { return }
    queue(.close, close.bytes, using: &random)
    stage = next
  }

  /// The peer ended its side of TCP (nil), or the socket failed (`reason` is the system's sentence).
  public mutating func receiveEnd(reason: String?) -> [WebSocketEvent] {
    let closure: WebSocketClosure?
    switch stage {
    case .draining(let pending), .owing(_, .draining(let pending)):
      closure = pending
    case .finished(let unreported), .owing(_, .finished(let unreported)):
      closure = unreported
    case .connecting:
      closure = .abnormal(reason.map { .connectionLost(reason: $0) } ?? .noAnswer)
    case .listening, .deciding:
      closure = .abnormal(.connectionLost(reason: reason ?? "the peer ended the connection in the handshake"))
    case .open, .closing, .owing:
      closure = .abnormal(
        .connectionLost(reason: reason ?? "the peer ended the connection without a close frame"))
    }
    stage = .finished(unreported: nil)
    return closure.map { [.closed($0)] } ?? []
  }

  /// Ends it from the driver's side: a timeout, a failed connect, an abort.
  ///
  /// Returns the `.closed` event, once; nil when it was said already. A failure that has a close code is told
  /// to an open peer.
  public mutating func fail(
    _ error: WebSocketError, using random: inout some RandomNumberGenerator
  ) -> WebSocketEvent? {
    defer { stage = .finished(unreported: nil) }
    switch stage {
    case .finished(nil), .owing(_, .finished(nil)):
      return nil
    case .draining(let closure), .owing(_, .draining(let closure)):
      return .closed(
        WebSocketClosure(code: closure.code, reason: closure.reason, isClean: false, error: error))
    case .open:
      if let code = error.closeCode {
        queue(.close, ClosePayload(code: code, reason: "").bytes, using: &random)
      }
    case .connecting, .listening, .deciding, .closing, .owing, .finished:
      break
    }
    return .closed(.abnormal(error))
  }
}
