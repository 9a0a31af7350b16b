import TapeData
import TapeDomain
import Testing

@testable import tape

@Suite struct ReplayOptionTests {
  @Test(
    "A speed is a number with two decimals, or max",
    arguments: [
      ("1", 100), ("10", 1_000), ("0.5", 50), ("0.25", 25), ("0.10", 10), ("1000", 100_000), ("2.05", 205),
    ])
  func speeds(_ text: String, hundredths: Int) {
    #expect(ReplaySpeed(text) == .hundredths(hundredths))
  }

  @Test(
    "Anything else is no speed",
    arguments: ["", "0", "0.05", "1001", "1.234", "-1", "1.", ".5", "1e3", "fast", "１"])
  func noSpeeds(_ text: String) {
    #expect(ReplaySpeed(text) == nil)
  }

  @Test("The keys step through the speeds and stop at the ends, from any speed between")
  func steps() {
    var speed = ReplaySpeed.hundredths(100)
    var seen: [String] = []
    for _ in 0..<8 {
      speed = speed.stepped(faster: true)
      seen.append(speed.text)
    }
    #expect(seen == ["2x", "5x", "10x", "30x", "100x", "max", "max", "max"])
    #expect(ReplaySpeed.max.stepped(faster: false) == .hundredths(10_000))
    #expect(ReplaySpeed.hundredths(25).stepped(faster: false) == .hundredths(25))
    #expect(ReplaySpeed.hundredths(300).stepped(faster: true) == .hundredths(500))
    #expect(ReplaySpeed.hundredths(205).text == "2.05x")
  }

  @Test("A limit is a size or a time")
  func limits() throws {
    #expect(try ValueParser.limit("100MB", of: "--record-limit") == .size(100_000_000))
    #expect(try ValueParser.limit("10kB", of: "--record-limit") == .size(10_000))
    #expect(try ValueParser.limit("1h", of: "--record-limit") == .time(.seconds(3_600)))
    for text in ["9kB", "MB", "1", "-5MB", "25h", "soon"] {
      let error = #expect(throws: UsageError.self) { try ValueParser.limit(text, of: "--record-limit") }
      #expect(error?.sentence.contains("'\(text)'") == true)
    }
  }

  @Test("Record takes a file and symbols, replay a file alone")
  func operands() throws {
    let record = try OptionParser.parse(["record", "a.tape", "ACME", "--server", "http://h:1", "BNK"])
    #expect(record.tapeFile == "a.tape" && record.symbols.map(\.text) == ["ACME", "BNK"])
    let replay = try OptionParser.parse(["replay", "--speed", "max", "a.tape", "--from", "2m"])
    #expect(replay.tapeFile == "a.tape" && replay.speed == .max && replay.from == .seconds(120))
    #expect(throws: UsageError.self) { try OptionParser.parse(["replay", "a.tape", "b.tape"]) }
    #expect(throws: UsageError.self) { try OptionParser.parse(["record"]) }
    #expect(try OptionParser.parse(["replay", "--help"]).wantsHelp)
  }

  @Test("What a slow screen did not take is merged, the newest of each symbol and a notice kept")
  func mailbox() throws {
    let acme = try #require(Symbol("ACME"))
    let bnk = try #require(Symbol("BNK"))
    let waiting = LiveQuote(absence: .waiting)
    let unknown = LiveQuote(absence: .unknownSymbol)
    var mailbox = ReplayMailbox()
    mailbox.add(QuoteBatch(changes: [acme: waiting, bnk: waiting], feed: .live, notice: "Hello."))
    mailbox.add(QuoteBatch(changes: [acme: unknown], feed: .suspended, connections: 2))
    #expect(
      mailbox.batch
        == QuoteBatch(
          changes: [acme: unknown, bnk: waiting], feed: .suspended, connections: 2, notice: "Hello."))
  }
}
