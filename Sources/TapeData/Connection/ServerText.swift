/// Makes text that a server wrote fit to stand in a sentence for the user.
enum ServerText {
  /// The longest text that is kept, in characters.
  static let maximumLength = 120

  /// `text` on one line without control and format characters, without the query of a URL, without `secrets`, and cut.
  static func clean(_ text: String, hiding secrets: [String] = []) -> String {
    var text = text
    for secret in secrets where !secret.isEmpty { text = hide(secret, in: text) }
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

  /// The text without a secret: without a short one where it stands for itself, since within words it would only make holes.
  private static func hide(_ secret: String, in text: String) -> String {
    if secret.count >= longestShort { return text.replacing(secret, with: "…") }
    var shown = ""
    var rest = text[...]
    while let found = rest.firstRange(of: secret) {
      let before = found.lowerBound == rest.startIndex ? shown.last : rest[..<found.lowerBound].last
      let after = rest[found.upperBound...].first
      let isWhole = ![before, after].contains { $0.map { $0.isLetter || $0.isNumber } ?? false }
      shown += rest[..<found.lowerBound]
      if isWhole {
        shown += "…"
        rest = rest[found.upperBound...]
      } else {
        shown.append(rest[found.lowerBound])
        rest = rest[rest.index(after: found.lowerBound)...]
      }
    }
    return shown + rest
  }

  /// The fewest characters of a secret that is hidden within words too.
  private static let longestShort = 4

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
