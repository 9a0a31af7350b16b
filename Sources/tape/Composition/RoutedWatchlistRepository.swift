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

  /// What the list itself says, and the names that come with the prices of other sources.
  func news() -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let listening = Task {
      await withTaskGroup { group in
        group.addTask { for await _ in base.news() { listener.yield() } }
        let instruments = (try? await base.instruments()) ?? []
        let routes = instruments.compactMap { SymbolRoute($0.symbol, sources: SourceLinks.names) }
        for source in Set(routes.map(\.source)) {
          guard let link = try? await links.link(to: source), let directory = link.directory,
            let context = link.source.venue?.context
          else { continue }
          let names = VenueWatchlistRepository(symbols: [], directory: directory, context: context)
          group.addTask { for await _ in names.news() { listener.yield() } }
        }
      }
    }
    listener.onTermination = { _ in listening.cancel() }
    return stream
  }
}
