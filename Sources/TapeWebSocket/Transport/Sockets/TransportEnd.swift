/// How the peer's bytes came to an end.
enum TransportEnd: Equatable {
  /// The peer ended its side in order; ours may still be sent.
  case finished
  /// The connection broke; the text is the system's.
  case lost(reason: String)
  /// A layer below the WebSocket, such as TLS or a proxy, refused to go on.
  case failed(WebSocketError)
}
