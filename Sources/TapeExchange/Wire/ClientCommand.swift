/// What a client asks for; symbols are texts that may not be symbols.
enum ClientCommand: Equatable, Sendable {
  /// Proves who it is.
  case auth(token: String)
  /// Send snapshots and updates of these, at most `maxRate` updates a second for each.
  case subscribe([String], maxRate: Int)
  /// Send nothing more of these.
  case unsubscribe([String])
  /// Send a snapshot of these.
  case resync([String])
  /// A type that this version does not know: ignored.
  case unknown(type: String)
}
