public import TapeDomain

/// Where prices come from and what they are worth, in words.
public struct SourceLabel: Hashable, Sendable {
  /// The source's word, such as `DEMO`; empty for a server of the user's own.
  public var word: String
  /// The quality in words, such as `simulated prices` or `real time`.
  public var quality: String
  /// How many sources it stands for: more than one where a list mixes them.
  public var count: Int
  /// Whether the prices are not real, which must never be mistaken.
  public var isSimulated: Bool
  /// The sources whose the state of the link is, such as `Kraken`; empty when it is that of all.
  public var subject: String

  /// A label of those words.
  public init(word: String, quality: String, isSimulated: Bool, subject: String = "", count: Int = 1) {
    self.count = count
    self.subject = subject
    self.word = word
    self.quality = quality
    self.isSimulated = isSimulated
  }
}

extension SourceLabel {
  /// The label of what a source says of itself, cleaned for a terminal.
  public init(_ source: FeedSource) {
    let longest = source.parts.isEmpty ? 40 : 120
    self.init(
      word: TextSanitizer.clean(source.name, maximum: 16),
      quality: TextSanitizer.clean(source.quality, maximum: longest), isSimulated: source.isSimulated,
      subject: TextSanitizer.clean(source.subjects.joined(separator: ", "), maximum: 40),
      count: max(1, source.parts.count))
  }

  /// The words that are not empty, the source's own first.
  var words: [String] { [word, quality].filter { !$0.isEmpty } }

  /// The quality in fewer words, for where there is little room: what it begins with.
  var shortQuality: String {
    count > 1 ? "\(count) sources" : String(quality.prefix { $0 != "," })
  }
}
