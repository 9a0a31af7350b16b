import TapeDomain

/// The symbols of a mixed list that one source has.
struct RouteLeg: Sendable {
  /// What is watched fast and slowly, by the source's own symbols.
  private(set) var symbols: Set<Symbol> = []
  private(set) var background: Set<Symbol> = []
  /// What the list calls each; a source may be named for a symbol that the list has without a name too.
  private var rows: [Symbol: [Symbol]] = [:]

  /// Whether the list calls every symbol what the source does.
  var isPlain: Bool { rows.allSatisfy { $0.value == [$0.key] } }

  /// Every row of the leg.
  var allRows: [Symbol] { rows.values.flatMap { $0 } }

  /// Adds a row of the list, which the source calls `symbol`.
  mutating func add(_ row: Symbol, as symbol: Symbol, isFast: Bool) {
    rows[symbol, default: []].append(row)
    if isFast {
      symbols.insert(symbol)
      background.remove(symbol)
    } else if !symbols.contains(symbol) {
      background.insert(symbol)
    }
  }

  /// The rows of a symbol of the source.
  func rows(of symbol: Symbol) -> [Symbol] { rows[symbol] ?? [] }
}
