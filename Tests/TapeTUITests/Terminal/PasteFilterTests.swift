import Testing

@testable import TapeTUI

@Suite struct PasteFilterTests {
  private func scalars(_ text: String) -> [RawKey] { text.unicodeScalars.map(RawKey.scalar) }
  private func pasted(_ text: String) -> [RawKey] { text.unicodeScalars.map(RawKey.pasted) }

  @Test("Pasted text is told from what is typed before and after it")
  func marked() {
    var filter = PasteFilter()
    let input = scalars("a") + [.pasteStart] + scalars("quit") + [.key(.up), .pasteEnd] + scalars("b")
    #expect(filter.marked(input) == scalars("a") + pasted("quit") + scalars("b"))
  }

  @Test("A paste may span many reads")
  func spanning() {
    var filter = PasteFilter()
    #expect(filter.marked([.pasteStart] + scalars("q")) == pasted("q"))
    #expect(filter.marked(scalars("qq")) == pasted("qq"))
    #expect(filter.marked([.pasteEnd] + scalars("j")) == scalars("j"))
  }

  @Test("The end of a paste is found when its characters arrive one by one")
  func endInPieces() {
    var filter = PasteFilter()
    #expect(filter.marked([.pasteStart] + scalars("q\u{1B}[20")) == pasted("q"))
    for piece in ["1", "~"] { #expect(filter.marked(scalars(piece)).isEmpty) }
    #expect(filter.marked(scalars("j")) == scalars("j"))
  }

  @Test("A false start of the end is text, and does not hide the real one")
  func falseStart() {
    var filter = PasteFilter()
    let input = [.pasteStart] + scalars("\u{1B}[2\u{1B}[201~j")
    #expect(filter.marked(input) == pasted("[2") + scalars("j"))
  }

  @Test(
    "What is left of a paste is one line that no terminal obeys",
    arguments: [
      ("ACME\n", "ACME"), ("ACME\r\nq\r\nBNK", "ACME"), ("\n\n  ACME", "ACME"), ("a\tb", "a b"),
      ("\u{1B}[31mred\u{07}", "[31mred"), ("a\u{202E}b\u{200B}c\u{0}d", "abcd"), ("日本\u{2028}q", "日本"),
      ("a\u{0B}q", "a"), ("", ""), ("\u{1B}\u{1B}[2", "[2"),
    ])
  func text(pasted text: String, left: String) {
    var filter = PasteFilter()
    // The end also brings out what looked like its beginning.
    let marked = filter.marked([.pasteStart] + scalars(text) + scalars("\u{1B}[201~") + scalars("j"))
    #expect(marked == pasted(left) + scalars("j"))
  }

  @Test("A second paste is a paste of its own")
  func second() {
    var filter = PasteFilter()
    _ = filter.marked([.pasteStart] + scalars("one\ntwo") + [.pasteEnd])
    #expect(filter.marked([.pasteStart] + scalars("three") + [.pasteEnd]) == pasted("three"))
  }
}
