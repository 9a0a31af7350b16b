/// A list that is to be made.
public struct NewList: Equatable, Sendable {
  /// What it is to be called.
  public let name: ListName
  /// What is to be in it.
  public let instruments: [Instrument]

  /// A list of those values; a symbol that comes again is merged into its first place.
  public init(name: ListName, instruments: [Instrument] = []) {
    self.name = name
    self.instruments = Watchlist(name: "", instruments: instruments).instruments
  }
}
