import Foundation
import Synchronization
import TapeDomain
import TapeTestSupport
import TapeWebSocket
import Testing

@testable import TapeData

@Suite(.timeLimit(.minutes(4))) struct TapeRecorderTests {
  private let clock = ManualClock()

  private func recorder(
    _ file: TemporaryTape?, limit: TapeLimit? = nil, keepsLastMinutes: Bool = true, said: Said = Said()
  ) throws -> TapeRecorder {
    try TapeRecorder(
      source: "tape", dialect: TapeDialect(), file: file?.path, limit: limit,
      keepsLastMinutes: keepsLastMinutes, time: clock.source, say: { said.add($0) })
  }

  /// What the user was told.
  final class Said: Sendable {
    private let sentences = Mutex<[String]>([])
    var all: [String] { sentences.withLock { $0 } }
    func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
  }

  private func text(_ text: String) -> WebSocketEvent { .text(Array(text.utf8)[...]) }

  private func snapshot(_ symbol: String, _ number: Int, _ price: Int) -> String {
    #"{"type":"snapshot","symbol":"\#(symbol)","seq":\#(number),"last":\#(price),"currency":"EUR","#
      + #""time":"2026-11-29T14:03:20Z"}"#
  }

  private func update(_ symbol: String, _ number: Int, _ price: Int) -> String {
    #"{"type":"update","symbol":"\#(symbol)","seq":\#(number),"last":\#(price),"time":"2026-11-29T14:03:21Z"}"#
  }

  /// A session of one symbol: connected, live, and a snapshot.
  private func begin(_ recorder: TapeRecorder) {
    recorder.listed([Instrument(symbol: Fixtures.symbol("ACME"), name: "Acme")])
    recorder.connected()
    recorder.sent(.subscribe([Fixtures.symbol("ACME")], maxRate: 4))
    recorder.changed(to: .live)
    recorder.received([text(snapshot("ACME", 1, 100))], at: clock.now)
  }

  private func play(
    _ file: TemporaryTape, suffix: String = ""
  ) throws -> (row: LiveQuote?, judgement: TapeJudgement, notices: [String]) {
    var row: LiveQuote?
    let acme = Fixtures.symbol("ACME")
    let player = try TapePlayer(path: file.path + suffix, isJudging: true) { _, batch, _ in
      row = batch.changes[acme] ?? row
    }
    player.watch([acme], background: [], as: 1, tick: .milliseconds(250))
    try player.finish()
    return (row, try #require(player.judgement), player.notices)
  }

  @Test(
    "What was recorded plays to the same price, plain and compressed", arguments: ["a.tape", "a.tape.gz"])
  func plays(_ name: String) async throws {
    let file = try TemporaryTape(vacant: name)
    let recorder = try recorder(file)
    begin(recorder)
    for number in 2...500 {
      clock.advance(by: .milliseconds(10))
      recorder.received([text(update("ACME", number, 100 + number))], at: clock.now)
    }
    await recorder.stop()
    let played = try play(file)
    #expect(played.row?.quote?.last?.minorUnits == 600)
    #expect(played.row?.isLive == true)
    #expect(played.judgement.violations == [] && played.notices == [])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
    #expect(bytes.starts(with: [0x1F, 0x8B]) == name.hasSuffix(".gz"))
  }

  @Test("The file is the same where nobody can ask for the last minutes, and nothing is kept of them")
  func fileAlone() async throws {
    var files: [Data] = []
    for keeps in [true, false] {
      let file = try TemporaryTape(vacant: "a.tape")
      let recorder = try recorder(file, keepsLastMinutes: keeps)
      begin(recorder)
      // Six pieces of 64 KB, and a bit.
      for number in 2...4_000 {
        recorder.received([text(update("ACME", number, 100 + number))], at: clock.now)
      }
      await recorder.stop()
      files.append(try Data(contentsOf: URL(fileURLWithPath: file.path)))
      #expect(try play(file).row?.quote?.last?.minorUnits == 4_100)
    }
    #expect(files[0] == files[1])
  }

  @Test("A token is never in a recording, not even where the server or a command says it")
  func secrets() async throws {
    let file = try TemporaryTape(vacant: "a.tape")
    let recorder = try recorder(file)
    recorder.hide(#"top"secret"#)
    recorder.connected()
    recorder.received([text(#"{"type":"error","message":"bad token top\"secret."}"#)], at: clock.now)
    recorder.changed(to: .refused(reason: #"No to top"secret."#))
    await recorder.stop()
    let words = try String(contentsOfFile: file.path, encoding: .utf8)
    #expect(!words.contains("secret"))
    #expect(words.contains("bad token ***"))
  }

  @Test(
    "A secret is never in a recording, whichever way a server's program writes it",
    arguments: [
      #"k/e+y"1"#, #"k\/e+y\"1"#, #"k\\/e+y\\\"1"#, "k%2Fe%2By%221", "k%2fe%2by%221", #"k/e+y\"1"#,
    ])
  func forms(_ echo: String) async throws {
    let file = try TemporaryTape(vacant: "a.tape")
    let recorder = try recorder(file)
    recorder.hide(#"k/e+y"1"#)
    recorder.connected()
    recorder.received([text("before \(echo) between \(echo)")], at: clock.now)
    await recorder.stop()
    let words = try String(contentsOfFile: file.path, encoding: .utf8)
    let stars = String(repeating: "*", count: echo.utf8.count)
    #expect(words.contains(#""before \#(stars) between \#(stars)""#), "\(words)")
  }

  @Test("The last minutes play though they begin in the middle, with the rows and the list from before")
  func flight() async throws {
    let recorder = try recorder(nil)
    begin(recorder)
    for number in 2...2_000 {
      clock.advance(by: .milliseconds(500))
      recorder.received([text(update("ACME", number, 100 + number))], at: clock.now)
    }
    let file = try TemporaryTape(vacant: "flight.tape.gz")
    try await recorder.dump(to: file.path)
    await recorder.stop()
    let player = try TapePlayer(path: file.path, isJudging: true)
    #expect(player.instruments?.map(\.name) == nil, "nothing was played yet")
    try player.advance(to: player.start)
    #expect(player.instruments?.map(\.name) == ["Acme"])
    let played = try play(file)
    #expect(played.row?.quote?.last?.minorUnits == 2_100)
    #expect(played.row?.isLive == true)
    #expect(played.judgement.violations == [] && played.notices == [])
    try player.finish()
    #expect(player.now - player.start <= .seconds(311) && player.now - player.start >= .seconds(280))
  }

  @Test("However much comes, the last minutes stay within their bytes", arguments: [false, true])
  func flightIsBounded(isPacked: Bool) throws {
    var ring = FlightRing()
    let payload = [UInt8](repeating: 1, count: 1_000)[...]
    var given = 0
    for at in 0..<30_000 {
      let at = Int64(at) * 1_000_000
      if ring.mustClose(for: payload.count, at: at) { _ = ring.close() }
      given += ring.append(.text, payload, at: at).reduce(0) { $0 + $1.count }
      while isPacked, let (number, piece) = ring.plain {
        ring.replace(number, with: try #require(piece.packed()))
      }
    }
    let kept = ring.pieces
    #expect(kept.reduce(0) { $0 + $1.size } <= FlightRing.maximumSize)
    #expect(kept.reduce(0) { $0 + $1.count } + given == 30_000)
    #expect(kept.last?.last == Int64(29_999_000_000))
    // What is compressed leaves room for all of it.
    #expect(isPacked ? given == 0 : given > 20_000)
  }

  @Test("A piece that was compressed holds the same events, and one that was given up stays so")
  func packing() throws {
    var ring = FlightRing()
    var texts: [String] = []
    for number in 0..<5_000 {
      let at = Int64(number) * 90_000_000
      let text = "message \(number) of many"
      texts.append(text)
      if ring.mustClose(for: text.utf8.count, at: at) { _ = ring.close() }
      let slow = ring.plain
      let old = ring.append(.text, Array(text.utf8)[...], at: at)
      if let slow, !old.isEmpty || number % 3 == 0 {
        ring.replace(slow.number, with: try #require(slow.piece.packed()))
      }
    }
    var found: [String] = []
    for piece in ring.pieces {
      let records = piece.records
      #expect(records.count == piece.count && records.first == piece.first && records.last == piece.last)
      records.forEach { _, _, place in
        found.append(String(decoding: records.bytes[place], as: UTF8.self))
      }
    }
    #expect(found == texts.suffix(found.count) && found.count >= 300_000 / 90)
    #expect(ring.pieces.dropLast().contains { $0.isPacked })
  }

  @Test("At its limit a recording goes on in a new file, and both play")
  func limit() async throws {
    let file = try TemporaryTape(vacant: "a.tape")
    let recorder = try recorder(file, limit: .time(.seconds(60)))
    begin(recorder)
    for number in 2...100 {
      clock.advance(by: .seconds(1))
      recorder.received([text(update("ACME", number, 100 + number))], at: clock.now)
      // The writer looks at the limit after each piece.
      if number == 70 { try await recorder.dump(to: file.path + ".dump") }
    }
    await recorder.stop()
    let first = try play(file, suffix: ".1")
    let second = try play(file)
    #expect(first.row?.quote?.last?.minorUnits == 170)
    #expect(second.row?.quote?.last?.minorUnits == 200)
    #expect(first.row?.isLive == true && second.row?.isLive == true)
    #expect(first.judgement.violations == [] && second.judgement.violations == [])
  }

  @Test("A file that is there is never overwritten")
  func existing() throws {
    let file = try TemporaryTape("precious")
    let error = #expect(throws: TapeError.self) { try recorder(file) }
    #expect(error?.sentence.contains("is there already") == true)
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "precious")
  }

  @Test("A device that is there is never written to")
  func device() {
    let said = Said()
    let error = #expect(throws: TapeError.self) {
      try TapeRecorder(
        source: "tape", dialect: TapeDialect(), file: "/dev/full", time: clock.source, say: { said.add($0) })
    }
    #expect(error?.sentence.contains("/dev/full") == true)
    #expect(said.all == [])
  }

  @Test(
    "What the disk was too slow for is missing with a line that says how much, and rows are stale after it")
  func lostLines() throws {
    var lines = TapeHeader(source: "tape", protocolVersion: 1, recorded: Timestamp(seconds: 1)).line
    TapeLineWriter.append(.connected, at: 1, to: &lines)
    TapeLineWriter.append(.sent(.subscribe([Fixtures.symbol("ACME")], maxRate: 4)), at: 2, to: &lines)
    TapeLineWriter.append(text: Array(snapshot("ACME", 1, 100).utf8)[...], at: 3, to: &lines)
    TapeLineWriter.append(.lost(12), at: 1_000_000_000, to: &lines)
    TapeLineWriter.append(text: Array(update("ACME", 9, 900).utf8)[...], at: 1_200_000_000, to: &lines)
    let played = try play(TemporaryTape(lines))
    #expect(played.row?.isLive == false)
    #expect(played.notices.contains { $0.hasPrefix("12 events are missing") })
    #expect(played.judgement.violations == [])
  }
}
