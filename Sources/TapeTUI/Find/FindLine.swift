/// The line on which a text to find is typed.
public struct FindLine: Hashable, Sendable {
  /// The longest text, in characters.
  static let maximumLength = 64

  /// What was typed so far.
  public var text: String
  /// Whether no row matches it.
  public var hasNoMatch: Bool

  /// An empty line.
  public init() {
    text = ""
    hasNoMatch = false
  }
}
