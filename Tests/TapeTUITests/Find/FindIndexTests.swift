import Testing

@testable import TapeTUI

@Suite struct FindIndexTests {
  private func rows(_ names: [String]) throws -> [PriceRowState] {
    try names.enumerated().map { PriceRowState(id: try QuoteSamples.symbol("S\($0)"), name: $1) }
  }

  @Test(
    "The search goes on around the end, in both directions",
    arguments: [(0, 1, 1), (1, 1, 1), (2, 1, 3), (4, 1, 1), (5, 1, 1), (-1, -1, 3), (2, -1, 1), (0, -1, 3)])
  func wraps(start: Int, step: Int, match: Int) throws {
    let rows = try rows(["Acme", "Nord Bank", "Oro", "Bank Sud", "Zed"])
    var index = FindIndex()
    index.replaceList(with: rows)
    #expect(index.match(FindPattern("bank"), in: rows, from: start, step: step) == match)
  }

  @Test("Nothing matches an empty text, and nothing reaches from a symbol into the name behind it")
  func none() throws {
    let rows = try rows(["1 Acme"])
    var index = FindIndex()
    index.replaceList(with: rows)
    #expect(index.match(FindPattern(""), in: rows, from: 0) == nil)
    #expect(index.match(FindPattern("s01"), in: rows, from: 0) == nil)
    #expect(index.match(FindPattern("S0"), in: rows, from: 0) == 0)
    #expect(index.match(FindPattern("a"), in: [], from: 0) == nil)
  }

  @Test("Each name of 5,000 is folded once, and again only when it changed")
  func foldedOnce() throws {
    var rows = try rows((0..<5000).map { "Näme \($0)" })
    var index = FindIndex()
    index.replaceList(with: rows)
    for text in ["n", "na", "nam", "name 4999"] {
      #expect(index.match(FindPattern(text), in: rows, from: 4999) == 4999)
    }
    #expect(index.foldedCount == 5000)
    rows[7].name = "Other"
    index.replaceList(with: rows)
    #expect(index.foldedCount == 5001)
    #expect(index.match(FindPattern("other"), in: rows, from: 0) == 7)
  }
}
