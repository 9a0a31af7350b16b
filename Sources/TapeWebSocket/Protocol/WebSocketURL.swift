/// The parts of a `ws` or `wss` URL that a connection needs (RFC 6455 §3).
public struct WebSocketURL: Equatable, Sendable {
  /// Whether the connection is encrypted (`wss`).
  public let isSecure: Bool
  /// The host without brackets.
  public let host: String
  /// The port, the scheme's default when the URL has none.
  public let port: Int
  /// The resource name: path and query, at least `/`.
  public let resource: String

  /// A URL of those parts.
  public init(isSecure: Bool, host: String, port: Int, resource: String) {
    self.isSecure = isSecure
    self.host = host
    self.port = port
    self.resource = resource
  }

  /// The value of the Host header: the port only when it is not the scheme's default, IPv6 in brackets.
  public var hostHeader: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }
}
