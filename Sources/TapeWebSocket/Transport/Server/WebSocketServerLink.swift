/// A handle on one of a server's connections: answers the request, and plays a bad network when asked.
public protocol WebSocketServerLink: WebSocketLink {
  /// Answers the upgrade request with 101 and these headers beside the required ones.
  ///
  /// A request that is no valid upgrade is answered with 400 or 426 instead, and `.closed` follows.
  func accept(headers: [HTTPHeader])
  /// Answers the request with a plain HTTP response; the connection ends when it is sent.
  func respond(status: Int, reason: String, headers: [HTTPHeader], body: [UInt8])
  /// Resets the TCP connection (RST), which drops what neither side has read; `.closed` follows.
  func reset()
  /// Holds back all output, pongs and closes included, or lets it go: a peer that has fallen silent.
  func setWriting(_ isWriting: Bool)
}
