/// How a connection ended.
public struct WebSocketClosure: Error, Equatable, Sendable {
  /// The close code: the peer's, 1005 for a close frame without one, 1006 for none at all (RFC 6455 §7.1.5).
  public let code: UInt16
  /// The peer's reason, UTF-8, at most 123 bytes; empty when it gave none.
  public let reason: String
  /// Whether both sides sent a close frame and the connection ended after it.
  public let isClean: Bool
  /// What went wrong; nil for a close that either side asked for.
  public let error: WebSocketError?

  /// A closure of those values.
  public init(code: UInt16, reason: String, isClean: Bool, error: WebSocketError?) {
    self.code = code
    self.reason = reason
    self.isClean = isClean
    self.error = error
  }
}
