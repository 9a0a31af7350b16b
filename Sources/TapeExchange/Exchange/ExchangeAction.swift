/// What the core asks its interpreter to do, in order.
enum ExchangeAction: Equatable, Sendable {
  /// Upgrade the connection.
  case accept(ClientID)
  /// Answer the request with plain HTTP.
  case respond(ClientID, HTTPAnswer)
  /// Send these frames.
  case send(ClientID, [OutboundFrame])
  /// Start the close handshake.
  case close(ClientID, code: UInt16, reason: String)
  /// Reset the TCP connection.
  case reset(ClientID)
  /// Take no new connection.
  case stopListening
  /// Take connections again.
  case resumeListening
}
