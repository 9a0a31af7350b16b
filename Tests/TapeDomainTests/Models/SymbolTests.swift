import TapeDomain
import Testing

@Suite struct SymbolTests {
  @Test(
    "The symbols of real venues are symbols",
    arguments: ["^GSPC", "BRK.B", "9984.T", "EURUSD=X", "BTC-USD", "M&M.NS", "acme", "a", "BTC/USD"])
  func accepted(text: String) throws {
    #expect(try #require(Symbol(text)).text == text)
  }

  @Test(
    "What could break a line, a list or a command is no symbol",
    arguments: [
      "", " ", "A B", "A,B", "A\"B", "A'B", "A\nB", "Ä", "A\u{1B}[1m", String(repeating: "A", count: 33),
    ])
  func refused(text: String) {
    #expect(Symbol(text) == nil)
  }

  @Test("Case matters")
  func caseMatters() {
    #expect(Symbol("acme") != Symbol("ACME"))
  }

  @Test("A list keeps the first of two equal symbols")
  func merged() throws {
    let acme = try #require(Symbol("ACME"))
    let other = try #require(Symbol("BNK"))
    let list = Watchlist(
      name: "Core",
      instruments: [
        Instrument(symbol: acme, name: "Acme"), Instrument(symbol: other, name: "Bank"),
        Instrument(symbol: acme, name: "Acme again"),
      ])
    #expect(list.instruments.map(\.name) == ["Acme", "Bank"])
  }
}
