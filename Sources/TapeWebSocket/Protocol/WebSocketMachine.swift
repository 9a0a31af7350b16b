/// One WebSocket connection as a value: bytes and verbs in, events and bytes out, in either role (RFC 6455).
///
/// It has no clock, no socket and no randomness of its own. After each ``receive(_:using:)`` its driver lets
/// the owner handle the events, calls ``settle(using:)`` and sends what ``takeOutput()`` gives.
public struct WebSocketMachine: Sendable {
  /// What the driver waits for.
  public enum Phase: Equatable, Sendable {
    /// The handshake, for `openTimeout`.
    case opening
    /// Messages.
    case open
    /// The end of the closing handshake, for `closeTimeout`: our close frame is sent or owed.
    case closing
    /// Nothing. Flush the output, end TCP, and say so with ``receiveEnd(reason:)`` if `.closed` has not come
    /// yet.
    case finished
  }

  /// Where the connection stands.
  enum Stage: Sendable {
    /// Client: the upgrade request is sent.
    case connecting(ClientHandshake)
    /// Server: no whole request has come.
    case listening(HandshakeParser<HTTPRequestLine>)
    /// Server: the owner has the request.
    case deciding(ServerHandshake)
    /// Both sides may send.
    case open
    /// Our close frame is sent, the peer's has not come.
    case closing
    /// A close frame of ours is held back until ``settle(using:)``; the peer is not listened to any more.
    indirect case owing(ClosePayload, then: Stage)
    /// Client: both close frames are exchanged, and the server is to end TCP (RFC 6455 §7.1.1).
    case draining(WebSocketClosure)
    /// All is said and done, but for a closure that has not been reported.
    case finished(unreported: WebSocketClosure?)
  }

  let role: WebSocketRole
  let configuration: WebSocketConfiguration
  let sha1: @Sendable ([UInt8]) -> [UInt8]
  let compression: (any MessageCompression)?
  let encoder: FrameEncoder
  var decoder: FrameDecoder
  var assembler: MessageAssembler
  var deflation: Deflation?
  var stage: Stage
  /// What was received and is read with the next receive: it came before the server's owner had accepted the
  /// request, or enough was inflated for one turn.
  var early: [UInt8] = []
  var output: [UInt8] = []
  /// The payload of the newest ping that waits for its pong, when pongs wait.
  var owedPong: [UInt8]?

  /// Whether the peer takes what is sent more slowly than it comes: then pings are not answered at once, and of those that
  /// wait only the newest is answered, with the next ``settle(using:)`` after this is false (RFC 6455 §5.5.3).
  public var isCongested = false

  /// The client's side; the upgrade request is in the output at once.
  ///
  /// - Parameters:
  ///   - url: Where to connect.
  ///   - headers: More fields of the request; those that the handshake itself sets are left out.
  ///   - configuration: Limits; the times in it are the driver's.
  ///   - nonce: Sixteen random bytes for `Sec-WebSocket-Key`.
  ///   - sha1: The SHA-1 digest of its argument, twenty bytes.
  ///   - compression: What compresses, when the configuration allows it; nil offers nothing.
  public init(
    client url: WebSocketURL, headers: [HTTPHeader], configuration: WebSocketConfiguration, nonce: [UInt8],
    sha1: @escaping @Sendable ([UInt8]) -> [UInt8], compression: (any MessageCompression)? = nil
  ) {
    let compression = configuration.allowsCompression ? compression : nil
    let handshake = ClientHandshake(
      url: url, headers: headers, offersCompression: compression != nil,
      limit: configuration.maximumHandshakeSize, nonce: nonce, sha1: sha1)
    self.init(role: .client, configuration, sha1, compression, stage: .connecting(handshake))
    output = handshake.request
  }

  /// The server's side; it waits for a request.
  public init(
    server configuration: WebSocketConfiguration, sha1: @escaping @Sendable ([UInt8]) -> [UInt8],
    compression: (any MessageCompression)? = nil
  ) {
    let compression = configuration.allowsCompression ? compression : nil
    let parser = HandshakeParser<HTTPRequestLine>(limit: configuration.maximumHandshakeSize)
    self.init(role: .server, configuration, sha1, compression, stage: .listening(parser))
  }

  private init(
    role: WebSocketRole, _ configuration: WebSocketConfiguration,
    _ sha1: @escaping @Sendable ([UInt8]) -> [UInt8], _ compression: (any MessageCompression)?, stage: Stage
  ) {
    self.role = role
    self.configuration = configuration
    self.sha1 = sha1
    self.compression = compression
    self.stage = stage
    encoder = FrameEncoder(role: role)
    decoder = FrameDecoder(role: role)
    assembler = MessageAssembler(configuration: configuration)
  }

  /// What the driver waits for.
  public var phase: Phase {
    switch stage {
    case .connecting, .listening, .deciding: .opening
    case .open: .open
    case .closing, .owing, .draining: .closing
    case .finished: .finished
    }
  }

  /// Whether bytes that were received wait for the next ``receive(_:using:)``, which may be given none.
  public var hasInput: Bool {
    switch stage {
    case .open, .closing: !early.isEmpty
    case .connecting, .listening, .deciding, .owing, .draining, .finished: false
    }
  }

  /// Whether there are bytes to send.
  public var hasOutput: Bool { !output.isEmpty }

  /// Takes the bytes to send; empty when there are none.
  public mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }
}
