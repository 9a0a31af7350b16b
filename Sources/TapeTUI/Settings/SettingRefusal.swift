/// Why a setting cannot be what it was said to be.
public struct SettingRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what is allowed.
  public let sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }

  /// The sentence.
  public var description: String { sentence }
}
