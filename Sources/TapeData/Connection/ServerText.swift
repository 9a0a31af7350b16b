/// Makes text that a server wrote fit to stand in a sentence for the user.
enum ServerText {
  /// The longest text that is kept, in characters.
  static let maximumLength = 120

  /// `text` on one line without control and format characters, without the query of a URL, without `secrets`, and cut.
  static func clean(_ text: String, hiding secrets: [String] = []) -> String {
    var text = text
    // A shorter one is no secret, and would only make holes in words.
    for secret in secrets where secret.count >= 4 { text = text.replacing(secret, with: "…") }
    let scalars = text.unicodeScalars.map { isHarmless($0) ? $0 : " " }
    var line = String(String.UnicodeScalarView(scalars))
      .split(separator: " ")
      .map(withoutQuery)
      .joined(separator: " ")
    if line.count > maximumLength { line = line.prefix(maximumLength - 1) + "…" }
    return line
  }

  /// `text` cleaned and in quotes, for use inside a sentence; nil when nothing is left of it.
  static func quoted(_ text: String, hiding secrets: [String] = []) -> String? {
    let text = clean(text, hiding: secrets)
    return text.isEmpty ? nil : "\"\(text)\""
  }

  /// Controls, line separators and the invisible characters that turn the reading direction.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }

  private static func withoutQuery(_ word: Substring) -> Substring {
    guard word.contains("://"), let mark = word.firstIndex(where: { $0 == "?" || $0 == "#" }) else {
      return word
    }
    return word[..<mark]
  }
}
