/// Why a connection could not be made or had to be failed.
public enum WebSocketError: Error, Equatable, Sendable {
  /// The URL is not one that a WebSocket can be made to; the sentence says why.
  case invalidURL(String)
  /// The host's name could not be resolved; `reason` is the resolver's.
  case nameResolution(host: String, reason: String)
  /// No address of the host took the connection; `reason` is the last system error.
  case connectFailed(host: String, port: Int, reason: String)
  /// The connection could not be encrypted as it has to be.
  case tls(TLSFailure)
  /// The proxy on the way did not lead to the server.
  case proxy(ProxyFailure)
  /// The environment variable for the server's proxy cannot be used.
  case proxySetting(ProxySettingError)
  /// The connection was not open within the time for it.
  case openTimeout
  /// The server answered the upgrade with another status than 101.
  case refused(HTTPResponseHead)
  /// The server ended the connection before it had answered the upgrade.
  case noAnswer
  /// What answers speaks TLS, which the URL did not ask for.
  case speaksTLS
  /// The answer to the upgrade is not a valid handshake; the text says which rule it breaks.
  case invalidHandshake(String)
  /// The handshake exceeded its size limit, in bytes.
  case handshakeTooLarge(limit: Int)
  /// The peer broke RFC 6455; the text says which rule. Fails with 1002.
  case protocolViolation(String)
  /// A text message or close reason is not UTF-8. Fails with 1007.
  case invalidUTF8
  /// A message exceeded the limit, in bytes. Fails with 1009.
  case messageTooLarge(limit: Int)
  /// A message came in more frames than the limit. Fails with 1009.
  case tooManyFragments(limit: Int)
  /// The connection ended without a close frame.
  case connectionLost(reason: String)
  /// The peer did not answer our close frame in time.
  case closeTimeout
  /// The peer took none of our bytes for too long, or more were waiting than the limit allows.
  case sendStalled
  /// The owner cut the connection.
  case aborted
}
