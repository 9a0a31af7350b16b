/// Why a watchlist could not be had.
public struct WatchlistError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened, to which thing, and what to do next; without any secret.
  public let sentence: String
  /// Whether asking again without a change of settings is pointless.
  public let isRefusal: Bool

  /// An error that says `sentence`.
  public init(sentence: String, isRefusal: Bool = false) {
    self.sentence = sentence
    self.isRefusal = isRefusal
  }

  /// The sentence.
  public var description: String { sentence }
}
