import Testing

@testable import TapeTUI

@Suite struct PasteFilterTests {
  private func scalars(_ text: String) -> [RawKey] { text.unicodeScalars.map(RawKey.scalar) }

  @Test("Pasted text is dropped, what is typed before and after it is kept")
  func dropped() {
    var filter = PasteFilter()
    let input = scalars("a") + [.pasteStart] + scalars("quit\n") + [.key(.up), .pasteEnd] + scalars("b")
    #expect(filter.typed(input) == scalars("ab"))
  }

  @Test("A paste may span many reads")
  func spanning() {
    var filter = PasteFilter()
    #expect(filter.typed([.pasteStart] + scalars("q")).isEmpty)
    #expect(filter.typed(scalars("qq")).isEmpty)
    #expect(filter.typed([.pasteEnd] + scalars("j")) == scalars("j"))
  }

  @Test("The end of a paste is found when its characters arrive one by one")
  func endInPieces() {
    var filter = PasteFilter()
    #expect(filter.typed([.pasteStart] + scalars("q\u{1B}[20")).isEmpty)
    for piece in ["1", "~"] { #expect(filter.typed(scalars(piece)).isEmpty) }
    #expect(filter.typed(scalars("j")) == scalars("j"))
  }

  @Test("A false start of the end does not hide the real one")
  func falseStart() {
    var filter = PasteFilter()
    #expect(filter.typed([.pasteStart] + scalars("\u{1B}[2\u{1B}[201~j")) == scalars("j"))
  }
}
