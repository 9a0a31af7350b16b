/// Why a watchlist could not be had.
public struct WatchlistError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened, to which thing, and what to do next; without any secret.
  public let sentence: String
  /// Whether asking again without a change of settings is pointless.
  public let isRefusal: Bool

  /// How long its owner asks to wait before it is asked again; nil when it asks for nothing.
  public let retryAfter: Duration?

  /// An error that says `sentence`.
  public init(sentence: String, isRefusal: Bool = false, retryAfter: Duration? = nil) {
    self.sentence = sentence
    self.isRefusal = isRefusal
    self.retryAfter = retryAfter
  }

  /// The sentence.
  public var description: String { sentence }
}
