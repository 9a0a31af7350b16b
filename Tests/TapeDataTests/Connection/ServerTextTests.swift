import Testing

@testable import TapeData

@Suite struct ServerTextTests {
  @Test(
    "Text of a server is made harmless",
    arguments: [
      ("plain words", "plain words"), ("  two\r\nlines\t", "two lines"), ("\u{1B}[31mred\u{07}", "[31mred"),
      ("a\u{202E}b\u{200B}c", "a b c"), ("\u{9B}2J", "2J"),
      ("see https://x.test/a?token=s3 now", "see https://x.test/a now"),
      ("wss://x.test#frag", "wss://x.test"), ("why? because", "why? because"),
    ])
  func cleaning(text: String, cleaned: String) {
    #expect(ServerText.clean(text) == cleaned)
  }

  @Test("Long text is cut")
  func cutting() {
    let text = ServerText.clean(String(repeating: "é", count: 500))
    #expect(text.count == 120 && text.hasSuffix("é…"))
  }

  @Test("A token that a server repeats is not repeated")
  func hiding() {
    #expect(ServerText.clean("bad token s3cret!", hiding: ["s3cret"]) == "bad token …!")
    #expect(ServerText.quoted("\u{0}") == nil)
  }

  @Test(
    "A short key is hidden wherever it stands for itself, and makes no holes in words",
    arguments: [
      ("bad key abc", "bad key …"), ("token=abc&symbol=abcd", "token=…&symbol=abcd"),
      ("\"abc\" is wrong", "\"…\" is wrong"),
      ("abc", "…"), ("abc abc", "… …"), ("Bearer abc.", "Bearer …."),
      ("abcabc xabc abc1", "abcabc xabc abc1"),
      ("the alphabet", "the alphabet"),
    ])
  func hidingShort(text: String, cleaned: String) {
    #expect(ServerText.clean(text, hiding: ["abc", ""]) == cleaned)
  }
}
