/// One line of a watchlist: what is watched and what it is called.
public struct Instrument: Hashable, Sendable {
  /// The instrument's symbol on its source.
  public let symbol: Symbol
  /// The name as the source gives it, not yet cleaned for a terminal; empty when it has none.
  public let name: String

  /// An instrument of that symbol and name.
  public init(symbol: Symbol, name: String) {
    self.symbol = symbol
    self.name = name
  }
}
