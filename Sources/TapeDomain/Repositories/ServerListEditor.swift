/// Takes changes of the list that a server keeps: applied here at once, and told the server in order.
public protocol ServerListEditor: Sendable {
  /// The list as it is with the changes that the server has not been told yet.
  func applied(to instruments: [Instrument]) async -> [Instrument]
  /// Adds an instrument at the end, or takes one out.
  ///
  /// - Throws: ``ListError`` when the change cannot be kept until the server knows it.
  func change(_ change: ServerListChange) async throws(ListError)
  /// What became of changes: an element after each that the server took or refused, and one at first.
  func progress() -> AsyncStream<ServerListProgress>
}

/// One change of a server's list.
public struct ServerListChange: Hashable, Sendable {
  /// The instrument.
  public let instrument: Instrument
  /// Whether it is added, else taken out.
  public let adds: Bool

  /// A change of those values.
  public init(_ instrument: Instrument, adds: Bool) {
    self.instrument = instrument
    self.adds = adds
  }
}

/// How far the changes of a server's list are.
public struct ServerListProgress: Hashable, Sendable {
  /// The symbols whose change the server has not been told yet.
  public let unsent: Set<Symbol>
  /// Why the server refused a change, which was taken back; nil when it did not.
  public let refusal: String?

  /// A progress of those values.
  public init(unsent: Set<Symbol>, refusal: String? = nil) {
    self.unsent = unsent
    self.refusal = refusal
  }
}
