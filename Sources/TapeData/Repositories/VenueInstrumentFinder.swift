public import TapeDomain

/// Finds instruments of a venue in the list that is known of it.
public struct VenueInstrumentFinder: InstrumentFinder {
  /// The most instruments that are found.
  static let maximum = 50

  private let directory: InstrumentDirectory

  /// Finds what the directory knows.
  public init(_ directory: InstrumentDirectory) {
    self.directory = directory
  }

  /// The instruments, the best first.
  public func instruments(matching text: String) async throws -> [Instrument] {
    await directory.search(text).prefix(Self.maximum).map { Instrument(symbol: $0.symbol, name: $0.name) }
  }
}
