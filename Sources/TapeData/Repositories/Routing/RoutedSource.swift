public import TapeDomain

/// One of the sources of a mixed list.
public struct RoutedSource: Sendable {
  /// What sentences call it.
  public let title: String
  /// Its quotes.
  public let quotes: any QuotesRepository
  /// How good its prices are, as rows of a mixed list say it.
  public let quality: PriceQuality

  /// A source of those quotes.
  public init(title: String, quotes: any QuotesRepository, quality: PriceQuality) {
    self.title = title
    self.quotes = quotes
    self.quality = quality
  }
}
