/// How far the changes of a server's list are.
public struct ServerListProgress: Hashable, Sendable {
  /// The symbols whose change the server has not been told yet.
  public let unsent: Set<Symbol>
  /// What the user is to know: why a change was refused and taken back, or why the server cannot be told for now.
  public let message: String?
  /// Whether the list is another one than its changes make it here, and has to be asked for again.
  public let isOutdated: Bool

  /// A progress of those values.
  public init(unsent: Set<Symbol>, message: String? = nil, isOutdated: Bool = false) {
    self.unsent = unsent
    self.message = message
    self.isOutdated = isOutdated
  }
}
