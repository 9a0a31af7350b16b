import TapeDomain

/// A change of a server's list that waits to be told.
struct OutboxEntry: Hashable, Sendable {
  /// Its place in the order, which later ones are above.
  let id: Int64
  /// What is to be told.
  let change: ServerListChange
}
