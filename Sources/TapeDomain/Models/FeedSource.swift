/// Where prices come from and what they are worth, as the source says it of itself.
public struct FeedSource: Hashable, Sendable {
  /// The source's word, such as `DEMO`; not yet cleaned for a terminal.
  public let name: String
  /// The quality in words, such as `simulated prices`; not yet cleaned for a terminal.
  public let quality: String
  /// Whether the prices are not real, which must never be mistaken.
  public let isSimulated: Bool
  /// What a source that is asked is about; nil while there is nothing to say of it.
  public let activity: FeedActivity?
  /// How good its prices are, as a row says it that stands among rows of other sources.
  public let rowQuality: PriceQuality

  /// A source of those words.
  public init(
    name: String, quality: String, isSimulated: Bool, activity: FeedActivity? = nil,
    rowQuality: PriceQuality = .asSource
  ) {
    self.activity = activity
    self.name = name
    self.quality = quality
    self.isSimulated = isSimulated
    self.rowQuality = rowQuality
  }
}
