/// The name of a list as its owner wrote it: not empty, without blanks at its ends, on one line.
public struct ListName: Hashable, Sendable, CustomStringConvertible {
  /// The longest name, in characters.
  public static let maximumLength = 100

  /// The name.
  public let text: String

  /// A name of that text, without the blanks at its ends.
  ///
  /// - Throws: ``ListError`` when nothing is left, or what is left is too long or has control characters.
  public init(_ text: some StringProtocol) throws(ListError) {
    var rest = Substring(text)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    // Marks of direction and joining alone are a name that nobody sees.
    guard rest.unicodeScalars.contains(where: { $0.properties.generalCategory != .format }) else {
      throw ListError(.refused, "A list needs a name: write at least one character that is not a blank.")
    }
    guard rest.count <= Self.maximumLength else {
      throw ListError(
        .refused, "A name of \(rest.count) characters is too long: at most \(Self.maximumLength) are allowed."
      )
    }
    guard rest.unicodeScalars.allSatisfy(Self.isAllowed) else {
      throw ListError(
        .refused, "A name may have no control characters and no line ends. Write it without them.")
    }
    self.text = String(rest)
  }

  /// What two names have in common that are the same but for case.
  public var key: String { text.uppercased().lowercased() }

  /// The name.
  public var description: String { text }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: true
    }
  }
}
