/// What is said to a proxy until it has connected us to the server: bytes in, bytes out, no I/O.
protocol ProxyTunnel: Sendable {
  /// What is sent first.
  var greeting: [UInt8] { get }

  /// Bytes came from the proxy; their boundaries do not matter. Not called after the end.
  mutating func receive(_ bytes: [UInt8]) -> ProxyTunnelStep
}

/// What to do after a proxy has said something.
enum ProxyTunnelStep: Equatable, Sendable {
  /// Send this, which may be nothing, and wait for more.
  case goOn(send: [UInt8])
  /// What follows is between us and the server; these bytes of it have come already.
  case established(early: [UInt8])
  /// The proxy does not lead to the server.
  case failed(ProxyFailure.Reason)
}
