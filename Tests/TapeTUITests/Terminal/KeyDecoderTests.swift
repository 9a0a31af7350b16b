import Testing

@testable import TapeTUI

@Suite struct KeyDecoderTests {
  private func scalars(_ text: String) -> [RawKey] { text.unicodeScalars.map(RawKey.scalar) }

  @Test(
    "Characters that arrive together become keys",
    arguments: [
      ("q", [Key.character("q")]),
      ("jé日", [.character("j"), .character("é"), .character("日")]),
      ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{08}", [.backspace]),
      ("\u{01}", [.control("a")]), ("\u{1A}", [.control("z")]), ("\u{00}", []), ("\u{9B}", []),
      ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]),
      ("\u{1B}x", [.alt("x")]), ("\u{1B}xq", [.alt("x"), .character("q")]),
      ("\u{1B}\r", []),
      ("\u{1B}[1;5Bq", [.character("q")]), ("\u{1B}[?62;4cj", [.character("j")]),
      ("\u{1B}OPj", [.character("j")]),
    ])
  func keys(text: String, expected: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(scalars(text)) == expected)
  }

  @Test("A key that ncurses knows stays that key, with Alt as well")
  func named() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([.key(.up), .scalar("\u{1B}"), .key(.down)]) == [.up, .down])
  }

  @Test("An unknown sequence that a slow link cuts still gives no stray command")
  func cut() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(scalars("\u{1B}[1;")).isEmpty)
    #expect(decoder.keys(scalars("5Bq")) == [.character("q")])
    #expect(decoder.keys(scalars("\u{1B}")) == [.escape])
    #expect(decoder.keys(scalars("[99~")).isEmpty)
    #expect(decoder.keys(scalars("q")) == [.character("q")])
    #expect(decoder.keys(scalars("\u{1B}[")) == [.alt("[")])
    #expect(decoder.keys(scalars("1;5B")).isEmpty)
    #expect(decoder.keys(scalars("q")) == [.character("q")])
  }

  @Test(
    "Alt-[ and Alt-O are keys when nothing follows them, and take nothing of the next",
    arguments: [("\u{1B}[", Key.alt("[")), ("\u{1B}O", .alt("O"))])
  func altOfAnIntroducer(text: String, key: Key) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(scalars(text)) == [key])
    #expect(decoder.patience == nil, "the time of an Escape is over by then")
    #expect(decoder.keys(scalars("q")) == [.character("q")])
    #expect(decoder.keys(scalars(text)) == [key])
    #expect(decoder.keys([.key(.down)]) == [.down])
  }

  @Test("A sequence that stops after its parameters is given a second, and then dropped")
  func unfinished() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(scalars("\u{1B}[1;5")).isEmpty)
    #expect(decoder.patience == .seconds(1))
    decoder.timeOut()
    #expect(decoder.patience == nil)
    #expect(decoder.keys(scalars("q")) == [.character("q")])
  }

  @Test("Escape inside a sequence begins anew (ECMA-48 §5.4)")
  func escapeInside() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(scalars("\u{1B}[1;\u{1B}xq")) == [.alt("x"), .character("q")])
  }

  @Test("Escape, and a bracket typed later, are two keys")
  func bracketAfterEscape() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(scalars("\u{1B}")) == [.escape])
    #expect(decoder.keys(scalars("[")) == [.character("[")])
    #expect(decoder.keys(scalars("q")) == [.character("q")])
  }
}
