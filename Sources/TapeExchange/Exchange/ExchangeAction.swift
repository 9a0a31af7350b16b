/// What the core asks its interpreter to do, in order.
enum ExchangeAction: Equatable, Sendable {
  /// Do something on a connection.
  case link(ClientID, LinkAction)
  /// Take no new connection.
  case stopListening
  /// Take connections again.
  case resumeListening
}
