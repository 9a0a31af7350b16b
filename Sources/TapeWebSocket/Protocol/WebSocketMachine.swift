/// One WebSocket connection as a value: bytes in, events and bytes out, in either role (RFC 6455).
public struct WebSocketMachine: Sendable {
  /// What the driver waits for.
  public enum Phase: Equatable, Sendable {
    /// The handshake.
    case opening
    /// Messages.
    case open
    /// The end of the closing handshake: our Close is sent or owed.
    case closing
    /// Nothing: flush the output, then end TCP.
    case finished
  }

  /// What the driver waits for.
  public private(set) var phase = Phase.opening
  private var output: [UInt8] = []

  /// Client role. The upgrade request is in the output at once. `nonce`: 16 random bytes for Sec-WebSocket-Key.
  public init(
    client url: WebSocketURL, headers: [HTTPHeader], configuration: WebSocketConfiguration,
    nonce: [UInt8], sha1: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {}

  /// Server role.
  public init(
    server configuration: WebSocketConfiguration, sha1: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {}

  /// Takes the bytes of one read and returns what they mean, in order.
  public mutating func receive(
    _ bytes: [UInt8], using random: inout some RandomNumberGenerator
  ) -> [WebSocketEvent] { [] }

  /// The peer ended its side of TCP (nil) or the socket failed (the system's sentence).
  public mutating func receiveEnd(reason: String?) -> [WebSocketEvent] { [] }

  /// Queues what was held back until the owner had handled the events of a receive.
  public mutating func settle(using random: inout some RandomNumberGenerator) {}

  /// Server role: answers the request with 101; false when it is no valid upgrade.
  public mutating func accept(headers: [HTTPHeader]) -> Bool { false }

  /// Server role: answers with a plain HTTP response and `Connection: close`.
  public mutating func respond(status: Int, reason: String, headers: [HTTPHeader], body: [UInt8]) {}

  /// Sends a text message.
  public mutating func send(text: [UInt8], using random: inout some RandomNumberGenerator) {}
  /// Sends a binary message.
  public mutating func send(binary: [UInt8], using random: inout some RandomNumberGenerator) {}
  /// Sends a ping.
  public mutating func ping(_ payload: [UInt8], using random: inout some RandomNumberGenerator) {}
  /// Sends a pong.
  public mutating func pong(_ payload: [UInt8], using random: inout some RandomNumberGenerator) {}
  /// Starts the closing handshake.
  public mutating func close(
    code: UInt16, reason: String, using random: inout some RandomNumberGenerator
  ) {}
  /// Ends it from the driver's side; returns the `.closed` event, once.
  public mutating func fail(
    _ error: WebSocketError, using random: inout some RandomNumberGenerator
  ) -> WebSocketEvent? { nil }

  /// The bytes to send, taken (empty when none).
  public mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }
  /// Whether there are bytes to send.
  public var hasOutput: Bool { !output.isEmpty }
}
