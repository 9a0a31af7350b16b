import TapeDomain

extension Options {
  /// Symbols that name their sources say which source is watched when nothing else does.
  ///
  /// - Throws: ``UsageError`` for a source that there is none of, and for a symbol that names none among symbols that do.
  mutating func followRoutes() throws(UsageError) {
    guard [.watch, .record, .doctor].contains(command), source.profile != nil || server == nil else { return }
    let names = SourceLinks.names
    for symbol in symbols {
      guard SymbolRoute(symbol, sources: names) == nil,
        let sign = symbol.text.lastIndex(of: SymbolRoute.sign)
      else { continue }
      let name = String(symbol.text[symbol.text.index(after: sign)...])
      let nearest = names.sorted().min { EditDistance.between(name, $0) < EditDistance.between(name, $1) }
      let hint = nearest.map { EditDistance.between(name, $0) <= 2 ? " Did you mean '\($0)'?" : "" } ?? ""
      throw UsageError(
        sentence: "'\(symbol)' names the source '\(name)', and there is none.\(hint) "
          + "Sources: \(names.sorted().joined(separator: ", ")).")
    }
    let routes = symbols.map { SymbolRoute($0, sources: names) }
    guard source == .tape, !namesSource, let first = routes.compactMap({ $0?.source }).first else { return }
    if let index = routes.firstIndex(of: nil) {
      throw UsageError(
        sentence: "'\(symbols[index])' names no source, and the demo's prices are not mixed with real ones. "
          + "Write \(symbols[index])@SOURCE, or name the source of the rest with --source NAME.")
    }
    if let choice = SourceChoice(name: first) { source = choice }
  }
}
