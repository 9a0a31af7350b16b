import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

@Suite struct TapePlaybackTests {
  private let acme = Fixtures.symbol("ACME")

  private func snapshot(_ symbol: String, _ number: Int, _ last: Int) -> String {
    #"{"type":"snapshot","symbol":"\#(symbol)","seq":\#(number),"last":\#(last),"currency":"EUR","#
      + #""previousClose":18010,"bid":18239,"volume":7,"session":"AUCTION","delay":15,"#
      + #""time":"2026-11-29T14:03:20.5Z"}"#
  }

  private func update(_ symbol: String, _ number: Int, _ last: Int) -> String {
    #"{"type":"update","symbol":"\#(symbol)","seq":\#(number),"last":\#(last),"time":"2026-11-29T14:03:21Z"}"#
  }

  private func heartbeat(_ sent: Int) -> String {
    #"{"type":"heartbeat","time":"2026-11-29T14:03:22.000Z","sent":\#(sent)}"#
  }

  /// A tape that begins in the middle of a session of three symbols, whose connection had said 480 messages.
  private func middle(source: String = "tape", _ after: [(at: Int64, text: String)]) throws -> TemporaryTape {
    var state = TapeState(dialect: TapeDialect())
    var entries: [TapeEvent] = [
      .list([Instrument(symbol: acme, name: "Acme")]), .connected,
      .sent(.subscribe(["ACME", "BNK", "NOPE", "ORO"].map(Fixtures.symbol), maxRate: 4)),
    ]
    let texts = [
      #"{"type":"source","name":"DEMO","quality":"simulated \"prices\"","simulated":true}"#,
      snapshot("ACME", 41, 18240), snapshot("BNK", 7, -5), update("ACME", 42, 18245),
      #"{"type":"error","code":"unknown_symbol","symbol":"NOPE","message":"no such symbol"}"#,
    ]
    var bytes = TapeTexts()
    for text in texts { bytes.append(Array(text.utf8)[...]) }
    entries.append(.texts(bytes))
    for event in entries { _ = state.apply(TapeEntry(at: 1_000, event: event)) }
    let recorded = Timestamp(seconds: 1_800_000_000)
    var lines = TapeHeader(source: source, protocolVersion: 1, recorded: recorded).line
    for event in state.opening(at: 2_000) { TapeLineWriter.append(event, at: 2_000, to: &lines) }
    for (at, text) in after { TapeLineWriter.append(text: Array(text.utf8)[...], at: at, to: &lines) }
    return try TemporaryTape(lines)
  }

  private func texts(_ playback: TapePlayback) throws -> [String] {
    var result: [String] = []
    while let (_, event) = try playback.next() {
      if case .texts(let texts) = event { result += texts.map { String(decoding: $0, as: UTF8.self) } }
    }
    return result
  }

  /// What a client of a server that says those texts has, which asked for everything first.
  private func client(_ texts: [String]) -> QuoteBook {
    var book = QuoteBook(maxRate: 4, cacheLimit: .max)
    var dialect = TapeDialect()
    let now = Instant(nanoseconds: 1)
    book.replayConnection(at: now)
    dialect.begin()
    let symbols = ["ACME", "BNK", "NOPE", "ORO"].map(Fixtures.symbol)
    _ = book.follow(.subscribe(symbols, maxRate: 4), at: now)
    book.change(to: .live, at: now)
    for text in texts {
      var messages: [FeedMessage] = []
      dialect.decode(Array(text.utf8).span, into: &messages)
      book.receive(messages, at: now)
    }
    return book
  }

  @Test("A client of a tape that begins in the middle is told by snapshots what was known then")
  func snapshots() throws {
    let file = try middle([
      (3_000, update("ACME", 43, 18250)), (4_000, heartbeat(481)), (5_000, update("ACME", 44, 18255)),
      (6_000, heartbeat(483)),
    ])
    let said = try texts(TapePlayback(path: file.path))
    let book = client(said)
    let row = book.look(try #require(book.slots[acme])).1
    #expect(row.isLive)
    #expect(row.quote?.last == Money(minorUnits: 18255, currency: "EUR", scale: 2))
    #expect(row.quote?.reference?.price.minorUnits == 18010)
    #expect(row.quote?.bid?.minorUnits == 18239 && row.quote?.volume == 7)
    #expect(row.quote?.session == .auction && row.quote?.delayMinutes == 15)
    let other = book.look(try #require(book.slots[Fixtures.symbol("BNK")])).1
    #expect(other.isLive && other.quote?.last?.minorUnits == -5)
    #expect(book.look(try #require(book.slots[Fixtures.symbol("NOPE")])).1.absence == .unknownSymbol)
    // What had not come yet is waited for.
    #expect(book.look(try #require(book.slots[Fixtures.symbol("ORO")])).1.absence == .waiting)
    #expect(book.source == FeedSource(name: "DEMO", quality: #"simulated "prices""#, isSimulated: true))
    #expect(book.statistics.gaps == 0)
  }

  @Test("A loss that the count of a heartbeat shows is seen by the client of a tape from the middle as well")
  func loss() throws {
    let file = try middle([(4_000, heartbeat(481)), (6_000, heartbeat(484))])
    let book = client(try texts(TapePlayback(path: file.path)))
    #expect(!book.look(try #require(book.slots[acme])).1.isLive)
  }

  @Test("Messages of another source are served as they came, and so are those of a whole session")
  func others() throws {
    let messages = [(Int64(3_000), heartbeat(481))]
    let other = try middle(source: "kraken", messages)
    #expect(try texts(TapePlayback(path: other.path)) == [heartbeat(481)])
    var lines = TapeHeader(source: "tape", protocolVersion: 1, recorded: Timestamp(seconds: 1)).line
    TapeLineWriter.append(.connected, at: 1, to: &lines)
    TapeLineWriter.append(text: Array(heartbeat(9).utf8)[...], at: 2, to: &lines)
    let whole = try TemporaryTape(lines)
    #expect(try texts(TapePlayback(path: whole.path)) == [heartbeat(9)])
  }
}
