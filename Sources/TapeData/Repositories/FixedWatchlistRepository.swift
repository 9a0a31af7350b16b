public import TapeDomain

/// A list that the user wrote on the command line: `tape ACME BNK`.
public struct FixedWatchlistRepository: WatchlistRepository {
  private let symbols: [Symbol]

  /// The list of `symbols` in their order, without names; a symbol that comes again is merged into its first place.
  public init(symbols: [Symbol]) {
    self.symbols = symbols
  }

  /// The instruments, which are always there.
  public func instruments() async throws -> [Instrument] {
    Watchlist(name: "", instruments: symbols.map { Instrument(symbol: $0, name: "") }).instruments
  }
}
