/// Which side of a connection this is; the two differ in the handshake, in masking and in who ends TCP.
enum WebSocketRole: Sendable {
  /// Asks for the upgrade, masks what it sends (RFC 6455 §5.1) and lets the server end TCP (§7.1.1).
  case client
  /// Answers the upgrade, and ends TCP after both close frames.
  case server
}
