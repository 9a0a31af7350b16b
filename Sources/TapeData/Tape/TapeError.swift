/// Why a tape cannot be written, or cannot be read at all.
public struct TapeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What happened, to which file, and what to do next.
  public let sentence: String

  /// An error that says `sentence`.
  public init(sentence: String) {
    self.sentence = sentence
  }

  /// The sentence.
  public var description: String { sentence }
}
