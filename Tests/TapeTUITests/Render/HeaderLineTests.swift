import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct HeaderLineTests {
  private let typesetter = Typesetter(width: .test, isUnicode: true)

  private func state(
    _ source: SourceLabel, list: String = "Coinbase list", link: LinkState = .live
  ) throws -> WatchlistViewState {
    var state = Fixture.state(Array(try Fixture.rows().prefix(3)))
    (state.source, state.listName, state.link) = (source, list, link)
    return state
  }

  private func words(_ state: WatchlistViewState, _ columns: Int) -> [String] {
    let (left, right) = HeaderLine(state, visible: 0..<3, typesetter: typesetter).fitting(columns)
    return (left + right).map(\.text)
  }

  private static let coinbase = SourceLabel(
    word: "COINBASE", quality: "real time, this venue only", isSimulated: false)
  private static let mixed = SourceLabel(
    FeedSource(
      name: "MIXED", quality: "Coinbase, Finnhub, Kraken, Twelve Data", isSimulated: false,
      parts: ["Coinbase", "Finnhub", "Kraken", "Twelve Data"], subjects: ["Kraken"]))

  @Test(
    "What prices are worth stays longer than what is needed less, in fewer words where there is little room")
  func quality() throws {
    let state = try state(Self.coinbase)
    #expect(words(state, 118).contains("COINBASE real time, this venue only"))
    #expect(words(state, 57) == ["Coinbase li…", "◉ LIVE", "COINBASE real time, this venue only"])
    #expect(words(state, 38) == ["Coinbase …", "◉ LIVE", "COINBASE real time"])
    #expect(words(state, 18) == ["◉ LIVE", "COINBASE"])
  }

  @Test(
    "A list of several sources says whose state it is, and how many they are where their names do not fit")
  func mixed() throws {
    let state = try state(Self.mixed, list: "Symbols", link: .reconnecting)
    #expect(words(state, 110).contains("MIXED Coinbase, Finnhub, Kraken, Twelve Data"))
    #expect(words(state, 110).contains("◌ RECONNECTING Kraken"))
    #expect(words(state, 57) == ["Symbols", "1-3 of 3", "◌ RECONNECTING Kraken", "MIXED 4 sources"])
    #expect(words(state, 38) == ["Symbols", "◌ RECONNECTING Kraken", "MIXED"])
  }

  @Test("No piece leaves for which there is room, and no line is too long", arguments: 18...140)
  func room(columns: Int) throws {
    for source in [Self.coinbase, Self.mixed, Fixture.demo] {
      for link in LinkState.allCases {
        let state = try state(source, link: link)
        let shown = words(state, columns)
        let taken = shown.reduce(-HeaderLine.gap) { $0 + typesetter.columns($1) + HeaderLine.gap }
        #expect(taken <= columns)
        let left = columns - taken
        for piece in ["tape", "1-3 of 3", "tick 250 ms"] where !shown.contains(piece) {
          #expect(left < HeaderLine.gap + piece.utf8.count, "\(piece) at \(columns): \(shown)")
        }
        if shown.contains(source.word) {
          #expect(left < 1 + typesetter.columns(source.isSimulated ? source.quality : source.shortQuality))
        }
      }
    }
  }
}
