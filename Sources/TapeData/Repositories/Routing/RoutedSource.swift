public import TapeDomain

/// One of the sources of a mixed list.
public struct RoutedSource: Sendable {
  /// What sentences call it.
  public let title: String
  /// Its quotes.
  public let quotes: any QuotesRepository
  /// How the header names it; nil for a source that says so itself.
  public let label: FeedSource?
  /// How good its prices are, as rows of a mixed list say it.
  public let quality: PriceQuality

  /// A source of those quotes.
  public init(
    title: String, quotes: any QuotesRepository, label: FeedSource? = nil, quality: PriceQuality
  ) {
    self.label = label
    self.title = title
    self.quotes = quotes
    self.quality = quality
  }
}
