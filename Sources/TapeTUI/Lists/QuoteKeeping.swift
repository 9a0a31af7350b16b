public import TapeDomain

/// What was kept of a source's prices, and where newer ones go.
public struct QuoteKeeping: Sendable {
  /// The source's list as it was last.
  public let instruments: [Instrument]
  /// Its quotes as they were last: stale until the source has said otherwise.
  public let quotes: [Quote]
  /// How often what changed is kept, at most.
  public let spacing: Duration
  /// Keeps a list.
  public let keepList: @Sendable ([Instrument]) async -> Void
  /// Keeps quotes.
  public let keepQuotes: @Sendable ([Quote]) async -> Void

  /// A keeping of those values.
  public init(
    instruments: [Instrument], quotes: [Quote], spacing: Duration,
    keepList: @escaping @Sendable ([Instrument]) async -> Void,
    keepQuotes: @escaping @Sendable ([Quote]) async -> Void
  ) {
    self.instruments = instruments
    self.quotes = quotes
    self.spacing = spacing
    self.keepList = keepList
    self.keepQuotes = keepQuotes
  }
}
