import Foundation

/// Spells text in ASCII, for terminals that can show nothing else.
enum ASCIISpelling {
  /// The text with every character beyond ASCII replaced by the nearest ASCII, or by `?`.
  static func spelled(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.reduce(into: "") { spelled, character in spelled += self.spelled(character) }
  }

  private static func spelled(_ character: Character) -> String {
    if character.isASCII { return String(character) }
    if let known = known[character] { return known }
    // A letter with marks keeps its letter: é is e and a mark.
    let base = String(character).decomposedStringWithCanonicalMapping.unicodeScalars.first
    return base.map { $0.isASCII ? String($0) : "?" } ?? "?"
  }

  private static let known: [Character: String] = [
    "\u{A0}": " ", "\u{202F}": " ", "\u{2009}": " ", "\u{2212}": "-", "‐": "-", "–": "-", "—": "-",
    "‘": "'", "’": "'", "“": "\"", "”": "\"", "…": "...", "·": "-", "•": "*", "×": "x",
    "€": "EUR ", "£": "GBP ", "₿": "BTC ", "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O",
    "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "þ": "th", "Þ": "Th",
  ]
}
