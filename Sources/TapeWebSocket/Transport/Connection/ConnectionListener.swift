/// Whom a connection tells: the client's or the server's handler, with its link.
struct ConnectionListener {
  /// What one read brought, or what ended the connection.
  let received: (_ events: [WebSocketEvent], _ now: ContinuousClock.Instant) -> Void
  /// What had to wait has been sent.
  let drained: () -> Void
}
