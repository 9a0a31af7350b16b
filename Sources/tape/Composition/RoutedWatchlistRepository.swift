import TapeData
import TapeDomain

/// A list whose symbols may name their sources, with the names that those give them.
struct RoutedWatchlistRepository: WatchlistRepository {
  let base: any WatchlistRepository
  let links: SourceLinks

  /// The instruments; without names where a source cannot be asked, which is no error.
  func instruments() async throws -> [Instrument] {
    var instruments = try await base.instruments()
    let routes = instruments.map { SymbolRoute($0.symbol, sources: SourceLinks.names) }
    for source in Set(routes.compactMap { $0?.source }) {
      guard let link = try? await links.link(to: source), let context = link.source.venue?.context else {
        continue
      }
      await link.directory?.prepare()
      for (index, route) in routes.enumerated()
      where route?.source == source && instruments[index].name.isEmpty {
        let name = route.flatMap { context[$0.symbol]?.name } ?? ""
        instruments[index] = Instrument(symbol: instruments[index].symbol, name: name)
      }
    }
    return instruments
  }
}
