import Testing

@testable import TapeTUI

@Suite struct TextSanitizerTests {
  // Not arguments of the test, which would print what they contain.
  private static let table = [
    ("Acme", "Acme"),
    ("", ""),
    ("   ", ""),
    ("  Acme   Corp ", "Acme Corp"),
    ("Acme\nCorp\t\r\nInc", "Acme Corp Inc"),
    ("\u{1B}[31mRed\u{1B}[0m", "[31mRed[0m"),
    ("a\u{7}b\u{0}c\u{9B}d\u{7F}e", "abcde"),
    ("a\u{202E}b\u{2066}c\u{200F}d", "abcd"),
    ("a\u{200B}b\u{FEFF}c\u{AD}d", "abcd"),
    ("a\u{2028}b\u{2029}c", "a b c"),
    ("❤\u{FE0F} and ☎\u{FE0E}", "❤ and ☎"),
    ("\u{E000}a\u{F8FF}b\u{10FFFD}", "ab"),
    ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} family", "\u{1F468} family"),
    ("\u{1F44D}\u{1F3FD} up", "\u{1F44D} up"),
    ("\u{1F468}\u{1F3FD}\u{200D}\u{1F680}!", "\u{1F468}!"),
    ("a\u{200D}b", "ab"),
    ("\u{301}e\u{301}", "e\u{301}"),
    ("東京 Ελλάδα é", "東京 Ελλάδα é"),
    ("a\u{3000}\u{A0}b", "a b"),
  ]

  @Test("What a terminal would obey or could not place is left out")
  func table() {
    for (text, expected) in Self.table {
      // Strings compare equal when they are canonically equivalent; the scalars are what the terminal gets.
      let scalars = Array(TextSanitizer.clean(text).unicodeScalars)
      #expect(scalars == Array(expected.unicodeScalars), "\(text.debugDescription)")
    }
  }

  @Test("A noncharacter is left out", arguments: [0xFDD0, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF] as [UInt32])
  func noncharacters(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(TextSanitizer.clean("a\(Character(scalar))b") == "ab")
  }

  @Test("A long text is cut, however it is made", arguments: ["x", "é", "東", "e\u{301}\u{301}", "x "])
  func cap(unit: String) {
    let text = TextSanitizer.clean(String(repeating: unit, count: 5000))
    #expect(text.unicodeScalars.count <= TextSanitizer.defaultMaximum)
    #expect(text.unicodeScalars.count > TextSanitizer.defaultMaximum - 3)
    #expect(text.last != " ")
  }

  @Test("A text of nothing but marks costs no more than a bounded look")
  func nothingToKeep() {
    #expect(TextSanitizer.clean(String(repeating: "\u{202E}", count: 100_000) + "a").isEmpty)
  }
}
