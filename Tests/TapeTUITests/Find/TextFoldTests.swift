import Testing

@testable import TapeTUI

@Suite struct TextFoldTests {
  @Test(
    "Texts that a person would call the same are found by each other",
    arguments: [
      ("acme", "ACME"), ("sud", "Auktionshaus Süd"), ("SÜD", "Auktionshaus Su\u{308}d"),
      ("cafe", "Cafe\u{301} du Commerce"), ("strasse", "Straße"), ("istanbul", "İSTANBUL"),
      ("ISTANBUL", "ıstanbul"), ("isparta", "Isparta"), ("電気", "日本電気通信"), ("abc", "ＡＢＣ銀行"),
      ("ｱｲ", "アイ"), ("σας", "ΣΑΣ"), ("москва", "МОСКВА"), ("fi", "ﬁnance"), ("brk.b", "BRK.B"),
    ])
  func same(pattern: String, text: String) {
    #expect(FindPattern(pattern).isFound(in: Array(TextFold.folded(text).utf8)))
  }

  @Test("Other texts are not", arguments: [("acme", "ACM"), ("ü", "o"), ("電氣", "日本電気"), ("a b", "ab")])
  func other(pattern: String, text: String) {
    #expect(!FindPattern(pattern).isFound(in: Array(TextFold.folded(text).utf8)))
  }

  @Test(
    "What is marked are whole characters of the text as it is shown",
    arguments: [
      ("acm", "Acme", "Acm"), ("cafe", "Le Cafe\u{301}", "Cafe\u{301}"), ("ss", "Straße", "ß"),
      ("電気", "日本電気通信", "電気"), ("i", "İstanbul", "İ"), ("zz", "Acme", ""), ("", "Acme", ""),
      ("nk", "Bank", "nk"),
    ])
  func range(pattern: String, text: String, marked: String) {
    let range = FindPattern(pattern).range(in: text)
    #expect(range.map { String(text[$0]) } ?? "" == marked)
  }
}
