/// A source's word that it does not serve us, or not now; the connection acts on it.
public struct FeedDenial: Equatable, Sendable {
  /// What happened, as the beginning of a sentence.
  public var event: String
  /// The source's code; nil when it has none.
  public var code: Int?
  /// The source's own words.
  public var said: String
  /// What the user can do: a sentence.
  public var remedy: String
  /// How long to wait before the next try; nil when it makes no sense until the user asks.
  public var wait: Duration?

  /// A denial of those values.
  public init(event: String, code: Int?, said: String, remedy: String, wait: Duration? = nil) {
    self.event = event
    self.code = code
    self.said = said
    self.remedy = remedy
    self.wait = wait
  }

  /// All of it in words, without what nobody may read.
  func sentence(hiding secrets: [String]) -> String {
    let details = [code.map { "code \($0)" }, ServerText.quoted(said, hiding: secrets)].compactMap { $0 }
    return event + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))") + ". " + remedy
  }
}
