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
  /// The sources of a list that mixes several; empty for one source.
  public let parts: [String]
  /// The sources whose the state of the link is, where a list mixes several; empty when it is that of all.
  public let subjects: [String]

  /// A source of those words.
  public init(
    name: String, quality: String, isSimulated: Bool, activity: FeedActivity? = nil,
    rowQuality: PriceQuality = .asSource, parts: [String] = [], subjects: [String] = []
  ) {
    self.parts = parts
    self.subjects = subjects
    self.activity = activity
    self.name = name
    self.quality = quality
    self.isSimulated = isSimulated
    self.rowQuality = rowQuality
  }
}
