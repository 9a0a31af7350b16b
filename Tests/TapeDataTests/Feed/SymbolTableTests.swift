import TapeDomain
import Testing

@testable import TapeData

@Suite struct SymbolTableTests {
  @Test("Every symbol is itself, known or new, also when there are more than the table holds")
  func many() throws {
    var table = SymbolTable()
    for _ in 0..<2 {
      for number in 0..<5_000 {
        let text = "SYM\(number)"
        #expect(table.symbol(of: Array(text.utf8).span)?.text == text)
      }
    }
  }

  @Test(
    "What is no symbol is none",
    arguments: ["", "A B", "A,B", "A\"B", "A'B", "\u{E9}", "\u{7}", String(repeating: "A", count: 33)])
  func refusals(text: String) {
    var table = SymbolTable()
    #expect(table.symbol(of: Array(text.utf8).span) == nil)
    #expect(table.symbol(of: Array(text.utf8).span) == nil)
  }
}
