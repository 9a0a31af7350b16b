/// A handle on one connection; every call returns at once and may come from any thread.
public protocol WebSocketLink: AnyObject, Sendable {
  /// Sends a text message. Ignored once the connection is closing.
  func send(text: [UInt8])
  /// Sends a binary message. Ignored once the connection is closing.
  func send(binary: [UInt8])
  /// Sends a ping of at most 125 bytes.
  func ping(_ payload: [UInt8])
  /// Sends a pong of at most 125 bytes, for owners that answer pings themselves.
  func pong(_ payload: [UInt8])
  /// Starts the close handshake; `.closed` follows within the close timeout.
  func close(code: UInt16, reason: String)
  /// Cuts the TCP connection at once; `.closed` follows.
  func abort()
  /// Stops or resumes reading from the socket: the way a slow owner makes TCP wait.
  func setReading(_ isReading: Bool)
  /// Bytes handed to ``send(text:)`` and the like that the system has not taken yet.
  var bytesWaiting: Int { get }
  /// Bytes received and sent on the socket so far, frames and handshake included.
  var traffic: WebSocketTraffic { get }
}

/// Bytes on one connection's socket.
public struct WebSocketTraffic: Equatable, Sendable {
  /// Bytes received.
  public var received = 0
  /// Bytes sent.
  public var sent = 0

  /// Counts of those sizes.
  public init(received: Int = 0, sent: Int = 0) {
    self.received = received
    self.sent = sent
  }
}
