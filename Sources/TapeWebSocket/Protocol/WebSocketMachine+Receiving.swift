extension WebSocketMachine {
  /// How much may be in the output before the pongs of further pings wait: they are larger than the pings.
  static let pongRoom = 64 << 10

  /// Takes the bytes of one read and returns what they mean, in order.
  ///
  /// A message that lies whole in `bytes` is a slice of them in the client role. Pings are answered here,
  /// unless the configuration leaves it to the owner; an answer to a close frame waits for
  /// ``settle(using:)``. When messages inflate to more than the limit of one, the rest of the bytes is kept for
  /// the next call (``hasInput``), so that a small read cannot fill the memory.
  ///
  /// - Parameters:
  ///   - bytes: Any number of bytes, none included.
  ///   - random: The source of the mask keys of pongs in the client role.
  public mutating func receive(
    _ bytes: [UInt8], using random: inout some RandomNumberGenerator
  ) -> [WebSocketEvent] {
    var events: [WebSocketEvent] = []
    // About one per message of a burst, so that the array seldom has to grow.
    if !configuration.gathersTexts { events.reserveCapacity(bytes.count / 100) }
    switch stage {
    case .connecting(let handshake):
      receiveResponse(bytes, handshake, into: &events, using: &random)
    case .listening(let parser):
      receiveRequest(bytes, parser, into: &events)
    case .deciding:
      keepEarly(bytes, into: &events)
    case .open, .closing:
      receiveFrames(in: takeEarly(before: bytes), from: 0, into: &events, using: &random)
    case .owing, .draining, .finished:
      break
    }
    return events
  }

  /// Takes frames until the bytes end or a close frame or failure makes the rest meaningless.
  mutating func receiveFrames(
    in bytes: [UInt8], from start: Int, into events: inout [WebSocketEvent],
    using random: inout some RandomNumberGenerator
  ) {
    var position = start
    var inflated = 0
    var unanswered: ArraySlice<UInt8>?
    defer { if let unanswered { owedPong = Array(unanswered) } }
    do throws(WebSocketError) {
      while true {
        if let texts = takeTexts(in: bytes, at: &position) { events.append(.texts(texts)) }
        guard let chunk = try decoder.next(in: bytes, at: &position) else { return }
        guard let message = try assembler.add(chunk, of: bytes) else { continue }
        if message.isInflated { inflated += message.payload.count }
        switch message.opcode {
        case .text: events.append(.text(message.payload))
        case .binary: events.append(.binary(message.payload))
        case .ping:
          if configuration.answersPings {
            if isCongested || output.count >= Self.pongRoom {
              unanswered = message.payload
            } else {
              queue(.pong, message.payload, using: &random)
            }
          }
          events.append(.ping(message.payload))
        case .pong: events.append(.pong(message.payload))
        case .close:
          try receiveClose(ClosePayload(parsing: message.payload), into: &events)
          return
        case .continuation: continue
        }
        if inflated > configuration.maximumMessageSize {
          early = Array(bytes[position...])
          return
        }
      }
    } catch {
      receiveFailure(error, into: &events)
    }
  }

  private mutating func receiveClose(_ close: ClosePayload, into events: inout [WebSocketEvent]) {
    let closure = WebSocketClosure(
      code: close.code ?? CloseCode.none, reason: close.reason, isClean: true, error: nil)
    let end: Stage
    switch role {
    case .client:
      end = .draining(closure)
    case .server:
      end = .finished(unreported: nil)
      events.append(.closed(closure))
    }
    if case .open = stage {
      let answer = close.code.map { ClosePayload(code: $0, reason: "") } ?? .empty
      stage = .owing(answer, then: end)
    } else {
      stage = end
    }
  }

  private mutating func receiveFailure(_ error: WebSocketError, into events: inout [WebSocketEvent]) {
    if case .open = stage, let code = error.closeCode {
      stage = .owing(ClosePayload(code: code, reason: ""), then: .finished(unreported: nil))
    } else {
      stage = .finished(unreported: nil)
    }
    events.append(.closed(.abnormal(error)))
  }
}
