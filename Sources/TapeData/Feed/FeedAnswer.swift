public import TapeDomain

/// What a source says to a command; the connection acts on it, and nobody above sees it.
public struct FeedAnswer: Equatable, Sendable {
  /// What became of the command.
  public enum Outcome: Equatable, Sendable {
    /// It is done, or will be.
    case accepted
    /// The source does not have the symbol.
    case unknownSymbol
    /// The source does not want to; its words say why.
    case refused(String)
    /// The source takes no more symbols on one connection; its words say so.
    case noRoom(String)
    /// Not now: asked too often, or the source is busy; its words say why.
    case later(String)
  }

  /// The number of the command; nil when the source repeats none.
  public var request: Int?
  /// The symbols it is about; empty when it names none.
  public var symbols: [Symbol]
  /// What became of it.
  public var outcome: Outcome

  /// An answer of those values.
  public init(request: Int? = nil, symbols: [Symbol] = [], _ outcome: Outcome) {
    self.request = request
    self.symbols = symbols
    self.outcome = outcome
  }
}
