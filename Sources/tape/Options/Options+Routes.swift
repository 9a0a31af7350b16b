import TapeDomain

extension Options {
  /// Symbols that name their sources say which source is watched when nothing else does.
  ///
  /// - Throws: ``UsageError`` for a source that there is none of, and for a symbol that names none among symbols that do.
  mutating func followRoutes() throws(UsageError) {
    guard [.watch, .record, .doctor].contains(command), source.profile != nil || server == nil else { return }
    let names = SourceLinks.names
    for symbol in symbols { try Self.checkRoute(symbol) }
    let routes = symbols.map { SymbolRoute($0, sources: names) }
    let sources = Set(routes.map { $0?.source ?? source.name })
    if command == .doctor, sources.count > 1 {
      throw UsageError(
        sentence:
          "'tape doctor' looks at one source at a time: 'tape doctor --source \(sources.sorted()[0])'.")
    }
    guard source == .tape, !namesSource, let first = routes.compactMap({ $0?.source }).first else { return }
    if let index = routes.firstIndex(of: nil) {
      throw UsageError(
        sentence: "'\(symbols[index])' names no source, and the demo's prices are not mixed with real ones. "
          + "Write \(symbols[index])@SOURCE, or name the source of the rest with --source NAME.")
    }
    if let choice = SourceChoice(name: first) { source = choice }
  }

  /// Refuses a symbol that names a source which there is none of.
  ///
  /// Symbols of a server of one's own may have the sign in their names: where one cannot be told, only what looks like a
  /// slip is refused.
  static func checkRoute(_ symbol: Symbol, mayBeServers: Bool = false) throws(UsageError) {
    let names = SourceLinks.names
    guard SymbolRoute(symbol, sources: names) == nil, let sign = symbol.text.lastIndex(of: SymbolRoute.sign)
    else { return }
    let name = String(symbol.text[symbol.text.index(after: sign)...])
    if name.isEmpty || names.contains(name) {
      throw UsageError(sentence: "'\(symbol)' needs both a symbol and a source, such as BTC-USD@coinbase.")
    }
    let nearest = names.sorted().min { EditDistance.between(name, $0) < EditDistance.between(name, $1) }
    let isNear = nearest.map { EditDistance.between(name, $0) <= 2 } ?? false
    if mayBeServers, !isNear { return }
    throw UsageError(
      sentence: "'\(symbol)' names the source '\(name)', and there is none."
        + (isNear ? nearest.map { " Did you mean '\($0)'?" } ?? "" : "")
        + " Sources: \(names.sorted().joined(separator: ", ")).")
  }
}
