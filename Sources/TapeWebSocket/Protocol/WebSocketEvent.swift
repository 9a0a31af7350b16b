/// What a connection says to its owner, in the order in which it happened.
///
/// Payloads are slices of the bytes that one read delivered where they can be, so that a message costs no
/// allocation; an owner that keeps one for long copies it.
public enum WebSocketEvent: Equatable, Sendable {
  /// Client role: the server accepted the upgrade (RFC 6455 §4.1).
  case opened(HTTPResponseHead)
  /// Server role: a request head arrived; answer it with `accept` or `respond`. A body is never read.
  case request(HTTPRequestHead)
  /// A whole text message, checked to be UTF-8 (RFC 6455 §5.6).
  case text(ArraySlice<UInt8>)
  /// Whole text messages, when the configuration gathers them.
  case texts(WebSocketTexts)
  /// A whole binary message.
  case binary(ArraySlice<UInt8>)
  /// A ping; it is answered already unless the configuration says the owner answers (RFC 6455 §5.5.2).
  case ping(ArraySlice<UInt8>)
  /// A pong with its payload (RFC 6455 §5.5.3).
  case pong(ArraySlice<UInt8>)
  /// The end, exactly once and last.
  case closed(WebSocketClosure)
}
