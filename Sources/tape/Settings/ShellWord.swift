/// Writes texts as a shell reads them.
enum ShellWord {
  /// The text as one word: as it is when it is plain, else in single quotes.
  static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789._/+:@%-".unicodeScalars.contains(scalar))
    }
    return isPlain && !text.isEmpty && !text.hasPrefix("-") ? text : inQuotes(text)
  }

  /// The text in single quotes.
  static func inQuotes(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
