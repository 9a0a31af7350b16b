/// What the owner of one of a server's connections implements; called on the socket thread, so it must not block.
///
/// The same two calls as ``WebSocketHandler``, with a link that can also answer the upgrade request. The first
/// event is `.request`, unless the peer ended or broke the connection before; the last is `.closed`.
public protocol WebSocketServerHandler: AnyObject, Sendable {
  /// Everything that one read from the socket brought, in order.
  func webSocket(
    _ link: any WebSocketServerLink, received events: [WebSocketEvent], at now: ContinuousClock.Instant)
  /// The bytes waiting to be sent have all been taken by the system, after some had to wait.
  func webSocketDrained(_ link: any WebSocketServerLink)
}

extension WebSocketServerHandler {
  /// Ignored by owners that never fill the send buffer.
  public func webSocketDrained(_ link: any WebSocketServerLink) {}
}
