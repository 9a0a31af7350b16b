/// Limits and times of one connection.
public struct WebSocketConfiguration: Equatable, Sendable {
  /// The largest message, in bytes, over all its fragments; larger ones fail with 1009.
  public var maximumMessageSize = 1 << 20
  /// The largest number of frames in one message, empty ones counted; more fail with 1009.
  public var maximumFragments = 65_536
  /// The largest handshake, in bytes.
  public var maximumHandshakeSize = 16 << 10
  /// The time to resolve, connect and shake hands.
  public var openTimeout = Duration.seconds(10)
  /// The time from our close frame to the end of the connection.
  public var closeTimeout = Duration.seconds(3)
  /// The most bytes that may wait to be sent; a connection that exceeds it is cut.
  public var maximumSendBuffer = 1 << 20
  /// The longest time in which a peer may take none of the bytes that wait for it; nil for any.
  public var sendTimeout: Duration? = .seconds(30)
  /// Whether text messages that lie whole in one read come together, as `.texts`, instead of each by itself.
  public var gathersTexts = false
  /// Whether a ping is answered at once by the connection itself; else its owner sends the pong.
  public var answersPings = true
  /// Whether compression of messages is offered by a client and accepted by a server (RFC 7692).
  public var allowsCompression = true
  /// `TCP_NOTSENT_LOWAT` of the socket, in bytes; nil leaves the system's.
  public var notSentLowWater: Int?

  /// The defaults.
  public init() {}
}
