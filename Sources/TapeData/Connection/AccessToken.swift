/// A secret that proves to a server who we are; hides itself from logs and dumps.
public struct AccessToken: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The secret; goes on the wire and nowhere else.
  public let secret: String

  /// The token that `text` from `place` says, without the line ends after it.
  ///
  /// - Parameters:
  ///   - text: The text as it was read.
  ///   - place: Where it was read, to begin a sentence: `TAPE_TOKEN` or a quoted file name.
  /// - Throws: ``TokenError`` when it is empty or has control characters.
  public init(_ text: String, from place: String) throws(TokenError) {
    let secret = String(text.reversed().drop { $0.isNewline }.reversed())
    if secret.isEmpty {
      throw TokenError(sentence: "\(place) is empty. Put the token into it, or remove it.")
    }
    if secret.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw TokenError(
        sentence: "\(place) has a control character or more than one line. It must hold the token only.")
    }
    self.secret = secret
  }

  /// Says nothing of the secret.
  public var description: String { "AccessToken(hidden)" }

  /// Shows nothing of the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
