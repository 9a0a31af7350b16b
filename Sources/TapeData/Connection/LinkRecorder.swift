public import TapeDomain
public import TapeWebSocket

/// Hears all that crosses a link, in the order in which it counts.
///
/// Called under the lock of the connection, from any thread: it must not block and must not call back.
public protocol LinkRecorder: Sendable {
  /// A connection was upgraded.
  func connected()
  /// The connection ended, and how.
  func disconnected(_ how: String)
  /// The link's state changed.
  func changed(to status: FeedStatus)
  /// A command was sent.
  func sent(_ command: FeedCommand)
  /// One read brought these; messages are what matters of them.
  func received(_ events: [WebSocketEvent], at now: Instant)
  /// This must never be written anywhere.
  func hide(_ secret: String)
}
