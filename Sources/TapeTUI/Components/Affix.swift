/// Text around or between digits, counted once.
struct Affix: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text.
  let text: String
  /// How many characters it has.
  let characterCount: Int

  /// An affix of that text.
  init(_ text: String) {
    self.text = text
    characterCount = text.count
  }

  /// An affix written in the source.
  init(stringLiteral text: String) {
    self.init(text)
  }
}
