/// Where a symbol of a mixed list is watched: `AAPL@finnhub` is `AAPL` on the source `finnhub`.
public struct SymbolRoute: Hashable, Sendable {
  /// The sign between the symbol and the name of its source.
  public static let sign: Character = "@"

  /// The symbol as its source calls it.
  public let symbol: Symbol
  /// The name of the source.
  public let source: String

  /// The route that a symbol names; nil when it names none, and belongs to the source of the list.
  ///
  /// Symbols of some sources have the sign in their own names: it is a route only before the name of a source.
  public init?(_ symbol: Symbol, sources: Set<String>) {
    let text = symbol.text
    guard let sign = text.lastIndex(of: Self.sign) else { return nil }
    let source = String(text[text.index(after: sign)...])
    guard sources.contains(source), let bare = Symbol(text[..<sign]) else { return nil }
    self.symbol = bare
    self.source = source
  }
}
