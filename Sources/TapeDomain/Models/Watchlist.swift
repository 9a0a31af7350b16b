/// Instruments in the order in which they are shown, each symbol once.
public struct Watchlist: Equatable, Sendable {
  /// What the list is called on the screen.
  public let name: String
  /// The instruments in display order.
  public let instruments: [Instrument]

  /// A list of those instruments; a symbol that comes again is merged into its first place.
  public init(name: String, instruments: [Instrument]) {
    self.name = name
    var seen = Set<Symbol>(minimumCapacity: instruments.count)
    self.instruments = instruments.filter { seen.insert($0.symbol).inserted }
  }
}
