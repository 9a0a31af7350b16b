import Foundation
import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

@Suite(.timeLimit(.minutes(4))) struct QuoteCacheTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func cache(_ source: String = "a") -> QuoteCache {
    QuoteCache(path: folder.file("quotes.db"), source: source)
  }

  @Test("Quotes and the list are read as they were kept, each source's apart")
  func roundTrip() async throws {
    let money = { (units: Int) in Money(minorUnits: units, currency: "JPY", scale: 0) }
    let whole = Quote(
      symbol: Fixtures.symbol("7203.T"), sequence: 9, last: money(-5),
      reference: Reference(kind: .rolling24h, price: money(0)),
      time: Timestamp(nanoseconds: 1_800_000_000_123_456_789), session: .halted, delayMinutes: 15,
      open: money(1),
      high: money(.max), low: money(.min), bid: money(2), ask: money(3), volume: 4)
    let bare = Fixtures.quote(Fixtures.symbol("ACME"), 100)
    let list = [Instrument(symbol: Fixtures.symbol("ACME"), name: "Acmé")]
    await cache().keep([whole, bare])
    await cache().keep(list)
    var wanted = whole
    wanted.sequence = 0
    let quotes = await cache().quotes()
    #expect(quotes.first { $0.symbol == whole.symbol } == wanted)
    #expect(quotes.count == 2)
    #expect(await cache().instruments() == list)
    #expect(await cache("b").quotes().isEmpty)
    await cache().keep([Fixtures.quote(bare.symbol, 200)])
    #expect(await cache().quotes().first { $0.symbol == bare.symbol }?.last?.minorUnits == 200)
  }

  @Test("It is bounded: the oldest prices leave")
  func bounded() async throws {
    let many = (0..<QuoteCache.maximumQuotes + 50).map { index in
      Fixtures.quote(
        Fixtures.symbol("S\(index)"), 100, time: Timestamp(seconds: Int64(1_800_000_000 + index)))
    }
    await cache().keep(many)
    let kept = Set(await cache().quotes().map(\.symbol.text))
    #expect(kept.count == QuoteCache.maximumQuotes)
    #expect(!kept.contains("S49") && kept.contains("S50"))
  }

  @Test("A damaged file is made anew, one of a newer tape is left alone; nothing is said of either")
  func damaged() async throws {
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: folder.file("quotes.db")))
    #expect(await cache().quotes().isEmpty)
    await cache().keep([Fixtures.quote(Fixtures.symbol("ACME"), 100)])
    #expect(await cache().quotes().count == 1)
    try SQLiteConnection(path: folder.file("quotes.db"), access: .readWrite).execute(
      "PRAGMA user_version = 99")
    await cache().keep([Fixtures.quote(Fixtures.symbol("BNK"), 100)])
    #expect(await cache().quotes().isEmpty)
    let connection = try SQLiteConnection(path: folder.file("quotes.db"), access: .readOnly)
    #expect(try connection.integer("SELECT count(*) FROM quote") == 1)
  }

  @Test("Looking makes no file")
  func looking() async {
    #expect(await cache().instruments().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.file("quotes.db")))
  }
}
