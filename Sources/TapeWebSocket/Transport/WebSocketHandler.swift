/// What the owner of a connection implements; called on the socket thread, so it must not block.
public protocol WebSocketHandler: AnyObject, Sendable {
  /// Everything that one read from the socket brought, in order.
  ///
  /// Calls made on `link` from here act in order: an echo sent from here is on the wire before the close that
  /// answers a later frame of the same burst.
  func webSocket(
    _ link: any WebSocketLink, received events: [WebSocketEvent], at now: ContinuousClock.Instant)
  /// The bytes waiting to be sent have all been taken by the system, after some had to wait.
  func webSocketDrained(_ link: any WebSocketLink)
}

extension WebSocketHandler {
  /// Ignored by owners that never fill the send buffer.
  public func webSocketDrained(_ link: any WebSocketLink) {}
}
