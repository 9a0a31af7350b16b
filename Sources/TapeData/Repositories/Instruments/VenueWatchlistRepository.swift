public import TapeDomain

/// A list of a venue's symbols with the names that the venue gives them.
public struct VenueWatchlistRepository: WatchlistRepository {
  private let symbols: [Symbol]
  private let directory: InstrumentDirectory
  private let context: VenueContext

  /// The list of `symbols` in their order, each once.
  public init(symbols: [Symbol], directory: InstrumentDirectory, context: VenueContext) {
    self.symbols = symbols
    self.directory = directory
    self.context = context
  }

  /// The instruments; without names when the venue's list cannot be had, which is no error.
  public func instruments() async throws -> [Instrument] {
    await directory.prepare()
    let instruments = symbols.map { Instrument(symbol: $0, name: context[$0]?.name ?? "") }
    return Watchlist(name: "", instruments: instruments).instruments
  }

  /// The names that come with the prices of a venue whose list nobody asks for.
  public func news() -> AsyncStream<Void> { context.names() }
}
