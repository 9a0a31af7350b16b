/// Why a tape cannot be written, or cannot be read at all.
public struct TapeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What happened, to which file, and what to do next.
  public let sentence: String

  /// An error that says `sentence`.
  public init(sentence: String) {
    self.sentence = sentence
  }

  /// A tape of a source that nobody knows here.
  static func unknownSource(_ source: String, path: String) -> TapeError {
    TapeError(
      sentence: "The tape \"\(path)\" is of the source \"\(source)\", which this program does not know. "
        + "Play it with the tape that made it.")
  }

  /// The sentence.
  public var description: String { sentence }
}
