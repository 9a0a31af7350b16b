import Testing

@testable import TapeTUI

@Suite struct PasteFilterTests {
  private func scalars(_ text: String) -> [RawKey] { text.unicodeScalars.map(RawKey.scalar) }
  private func typed(_ text: String) -> [Key] { text.map(Key.character) }
  private func pasted(_ text: String) -> [Key] { text.unicodeScalars.map { .pasted(Character($0)) } }

  @Test("Pasted text is told from what is typed before and after it")
  func marked() {
    var decoder = KeyDecoder()
    let input = scalars("a") + [.pasteStart] + scalars("quit") + [.key(.up), .pasteEnd] + scalars("b")
    #expect(decoder.keys(input) == typed("a") + pasted("quit") + typed("b"))
    #expect(decoder.patience == nil)
  }

  @Test("A paste may span many reads")
  func spanning() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([.pasteStart] + scalars("q")) == pasted("q"))
    #expect(decoder.keys(scalars("qq")) == pasted("qq"))
    #expect(decoder.keys([.pasteEnd] + scalars("j")) == typed("j"))
  }

  @Test("The end of a paste is found when its characters arrive one by one")
  func endInPieces() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([.pasteStart] + scalars("q\u{1B}[20")) == pasted("q"))
    for piece in ["1", "~"] { #expect(decoder.keys(scalars(piece)).isEmpty) }
    #expect(decoder.keys(scalars("j")) == typed("j"))
  }

  @Test("A false start of the end is text, and does not hide the real one")
  func falseStart() {
    var decoder = KeyDecoder()
    let input = [.pasteStart] + scalars("\u{1B}[2\u{1B}[201~j")
    #expect(decoder.keys(input) == pasted("[2") + typed("j"))
  }

  @Test(
    "What is left of a paste is one line that no terminal obeys",
    arguments: [
      ("ACME\n", "ACME"), ("ACME\r\nq\r\nBNK", "ACME"), ("\n\n  ACME", "ACME"), ("a\tb", "a b"),
      ("\u{1B}[31mred\u{07}", "[31mred"), ("a\u{202E}b\u{200B}c\u{0}d", "abcd"), ("日本\u{2028}q", "日本"),
      ("a\u{0B}q", "a"), ("", ""), ("\u{1B}\u{1B}[2", "[2"),
    ])
  func text(pasted text: String, left: String) {
    var decoder = KeyDecoder()
    // The end also brings out what looked like its beginning.
    let keys = decoder.keys([.pasteStart] + scalars(text) + scalars("\u{1B}[201~") + scalars("j"))
    #expect(keys == pasted(left) + typed("j"))
  }

  @Test("A second paste is a paste of its own")
  func second() {
    var decoder = KeyDecoder()
    _ = decoder.keys([.pasteStart] + scalars("one\ntwo") + [.pasteEnd])
    #expect(decoder.keys([.pasteStart] + scalars("three") + [.pasteEnd]) == pasted("three"))
  }

  @Test("A paste without an end is given a second after its last character, and then keys are keys")
  func neverClosed() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([.pasteStart] + scalars("quit")) == pasted("quit"))
    #expect(decoder.patience == .seconds(1))
    #expect(decoder.keys(scalars("q")) == pasted("q"), "in time it is still pasted")
    #expect(decoder.patience == .seconds(1))
    decoder.timeOut()
    #expect(decoder.patience == nil)
    #expect(decoder.keys(scalars("j")) == typed("j"))
    #expect(decoder.keys(scalars("qj")) == typed("qj"), "what is typed ends it for good")
  }

  @Test("What comes together after that is still its text and no command, up to the end that comes late")
  func stalled() {
    var decoder = KeyDecoder()
    _ = decoder.keys([.pasteStart] + scalars("one "))
    decoder.timeOut()
    #expect(decoder.keys(scalars("quit")) == pasted("quit"))
    decoder.timeOut()
    #expect(
      decoder.keys([.key(.down), .key(.down)]) == [.down, .down], "keys of the terminal are none of its text")
    #expect(decoder.keys(scalars("q") + [.pasteEnd] + scalars("j")) == pasted("q") + typed("j"))
    #expect(decoder.keys(scalars("qj")) == typed("qj"))
  }

  @Test("Escape by itself ends a paste that has no end")
  func escape() {
    var decoder = KeyDecoder()
    _ = decoder.keys([.pasteStart] + scalars("quit"))
    #expect(decoder.keys(scalars("\u{1B}")).isEmpty)
    #expect(decoder.patience == .zero, "the terminal's library has waited for what belongs to an Escape")
    decoder.timeOut()
    #expect(decoder.keys(scalars("j")) == typed("j"))
  }

  @Test(
    "An end that a slow link cuts after its Escape is still the end", arguments: [["[201~"], ["[", "201~"]])
  func cutEnd(rest: [String]) {
    var decoder = KeyDecoder()
    _ = decoder.keys([.pasteStart] + scalars("text\u{1B}"))
    decoder.timeOut()
    for piece in rest { #expect(decoder.keys(scalars(piece)).isEmpty) }
    #expect(decoder.keys(scalars("qj")) == typed("qj"))
  }

  @Test(
    "A paste is known when a slow link cuts its announcement",
    arguments: [["\u{1B}[", "200~quit"], ["\u{1B}", "[200~quit"], ["\u{1B}[20", "0~quit"]])
  func cutStart(pieces: [String]) {
    var decoder = KeyDecoder()
    let keys = pieces.flatMap { decoder.keys(scalars($0)) }
    #expect(keys.suffix(4) == pasted("quit"))
    #expect(keys.allSatisfy { $0 != .character("q") })
  }
}
