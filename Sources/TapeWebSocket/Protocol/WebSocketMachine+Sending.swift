extension WebSocketMachine {
  /// Sends a text message, which has to be UTF-8. Ignored before the connection is open and after our close
  /// frame.
  public mutating func send(text: [UInt8], using random: inout some RandomNumberGenerator) {
    queueMessage(.text, text, using: &random)
  }

  /// Sends a binary message. Ignored before the connection is open and after our close frame.
  public mutating func send(binary: [UInt8], using random: inout some RandomNumberGenerator) {
    queueMessage(.binary, binary, using: &random)
  }

  /// Sends a ping; a payload above 125 bytes is cut (RFC 6455 §5.5).
  public mutating func ping(_ payload: [UInt8], using random: inout some RandomNumberGenerator) {
    queue(.ping, payload.prefix(125), using: &random)
  }

  /// Sends a pong, asked for or not; a payload above 125 bytes is cut (RFC 6455 §5.5).
  public mutating func pong(_ payload: [UInt8], using random: inout some RandomNumberGenerator) {
    queue(.pong, payload.prefix(125), using: &random)
  }

  /// Queues a message, compressed when that was agreed and is worth it.
  private mutating func queueMessage(
    _ opcode: Opcode, _ message: [UInt8], using random: inout some RandomNumberGenerator
  ) {
    if canSend, let compressed = deflation?.deflate(message) {
      encoder.append(opcode, compressed, isCompressed: true, to: &output, using: &random)
    } else {
      queue(opcode, message, using: &random)
    }
  }

  /// Queues a frame while frames may be sent: once open, and until our close frame is in the output.
  mutating func queue(
    _ opcode: Opcode, _ payload: some Collection<UInt8>, using random: inout some RandomNumberGenerator
  ) {
    if canSend { encoder.append(opcode, payload, to: &output, using: &random) }
  }

  private var canSend: Bool {
    switch stage {
    case .open, .owing: true
    case .connecting, .listening, .deciding, .closing, .draining, .finished: false
    }
  }
}
