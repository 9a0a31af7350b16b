import TapeData
import TapeDomain

/// Finds instruments of the run's source, and of another when its name is written behind: `btc@coinbase`.
struct RoutedInstrumentFinder: InstrumentFinder {
  /// Finds on the run's source; nil where it cannot be asked.
  let base: (any InstrumentFinder)?
  let links: SourceLinks

  /// The instruments; those of another source are named with it.
  func instruments(matching text: String) async throws -> [Instrument] {
    guard let sign = text.lastIndex(of: SymbolRoute.sign),
      case let source = String(text[text.index(after: sign)...]), SourceLinks.names.contains(source)
    else { return try await base?.instruments(matching: text) ?? [] }
    let link = try await links.link(to: source)
    guard let directory = link.directory else { return [] }
    await directory.prepare()
    let found = try await VenueInstrumentFinder(directory).instruments(matching: String(text[..<sign]))
    return found.compactMap { instrument in
      let symbol = Symbol("\(instrument.symbol)\(SymbolRoute.sign)\(source)")
      return symbol.map { Instrument(symbol: $0, name: instrument.name) }
    }
  }
}
