import Foundation
import TapeDomain
import Testing

@testable import TapeData

@Suite struct TapeDialectTests {
  private func decode(_ texts: String...) -> [FeedMessage] {
    var dialect = TapeDialect()
    var messages: [FeedMessage] = []
    for text in texts { dialect.decode(Array(text.utf8).span, into: &messages) }
    return messages
  }

  private func isMalformed(_ message: FeedMessage?) -> Bool {
    if case .malformed = message { true } else { false }
  }

  private var time: Timestamp { Timestamp(nanoseconds: 1_795_961_001_123_000_000) }

  private func patch(_ change: (inout QuotePatch) -> Void) throws -> QuotePatch {
    var patch = QuotePatch(symbol: try #require(Symbol("ACME")), sequence: 1_042, time: time)
    change(&patch)
    return patch
  }

  @Test("A whole snapshot is read")
  func snapshot() throws {
    let text = #"""
      { "type": "snapshot", "symbol": "ACME", "seq": 1042, "last": 18240, "previousClose": 18010,
        "currency": "EUR", "time": "2026-11-29T14:03:21.123Z", "scale": 2, "open": 18100, "high": 18310,
        "low": 18002, "bid": 18239, "ask": 18241, "volume": 120400, "session": "PRE", "delay": 15 }
      """#
    let expected = try patch {
      $0.currency = "EUR"
      $0.scale = 2
      $0.last = .set(18_240)
      $0.previousClose = .set(18_010)
      $0.open = .set(18_100)
      $0.high = .set(18_310)
      $0.low = .set(18_002)
      $0.bid = .set(18_239)
      $0.ask = .set(18_241)
      $0.volume = .set(120_400)
      $0.session = .set(.pre)
      $0.delayMinutes = .set(15)
    }
    #expect(decode(text) == [.snapshot(expected)])
  }

  @Test("Fields come in any order, unknown ones are skipped, and of a repeated one the last counts")
  func freeOrder() throws {
    let text = #"""
      {"x":{"deep":[1.5e400,"\u00e9"]},"last":"soon","time":"2026-11-29T14:03:21.123Z","last":5,"seq":1042,
       "s\u0079mbol":"AC\u004dE","high":null,"type":"update"}
      """#
    let expected = try patch {
      $0.last = .set(5)
      $0.high = .null
    }
    #expect(decode(text) == [.update(expected)])
  }

  @Test("A slice of a larger read is read by its own bounds")
  func slice() throws {
    let frame = #"{"type":"heartbeat","sent":1}"#
    let read = Array("xxxx\(frame)yyyy".utf8)
    var dialect = TapeDialect()
    var messages: [FeedMessage] = []
    dialect.decode(read[4..<read.count - 4].span, into: &messages)
    #expect(messages == [.heartbeat(time: nil, sent: 1, received: 0)])
  }

  @Test(
    "The scale is the currency's own unless it is said",
    arguments: [
      (#""currency":"EUR""#, 2), (#""currency":"JPY""#, 0), (#""currency":"KWD""#, 3),
      (#""currency":"GBX""#, 0),
      (#""currency":"JPY","scale":4"#, 4), (#""currency":"BTC","scale":18"#, 18),
      (#""currency":"EUR","scale":null"#, 2),
    ])
  func scales(fields: String, scale: Int) throws {
    let text = #"{"type":"snapshot","symbol":"ACME","seq":1042,"time":"2026-11-29T14:03:21.123Z",\#(fields)}"#
    guard case .snapshot(let patch) = try #require(decode(text).first) else {
      Issue.record("not a snapshot")
      return
    }
    #expect(patch.scale == scale)
  }

  @Test("Numbers to 2^63−1 are exact", arguments: [1, 9_007_199_254_740_993, Int.max])
  func exactNumbers(number: Int) throws {
    let numbers = #""seq":\#(number),"last":-\#(number),"bid":\#(number)"#
    let text = #"{"type":"update","symbol":"ACME",\#(numbers),"time":"2026-11-29T14:03:21.123Z"}"#
    let expected = try patch {
      $0.sequence = number
      $0.last = .set(-number)
      $0.bid = .set(number)
    }
    #expect(decode(text) == [.update(expected)])
  }

  @Test(
    "A snapshot or update with a field it cannot have is malformed",
    arguments: [
      #""last":1.5"#, #""last":1.0"#, #""last":1e2"#, #""last":"1""#, #""last":9223372036854775808"#,
      #""last":true"#,
      #""last":[1]"#, #""volume":0.5"#, #""seq":0"#, #""seq":-1"#, #""seq":1.0"#, #""seq":null"#,
      #""seq":"1""#,
      #""seq":9223372036854775808"#, #""scale":19"#, #""scale":-1"#, #""scale":"2""#, #""delay":-1"#,
      #""delay":1.5"#,
      #""session":"LUNCH""#, #""session":"open""#, #""session":1"#, #""symbol":"""#, #""symbol":"A B""#,
      #""symbol":null"#, #""symbol":7"#, #""time":"yesterday""#, #""time":null"#, #""time":1795961001"#,
      #""currency":"""#, #""currency":7"#, #""currency":"E\u001bR""#,
    ])
  func malformedFields(field: String) {
    for type in ["snapshot", "update"] {
      let good = #""symbol":"ACME","seq":1,"currency":"EUR","time":"2026-11-29T14:03:21Z""#
      let text = #"{"type":"\#(type)",\#(good),\#(field)}"#
      #expect(isMalformed(decode(text).first), "\(type) \(field)")
    }
  }

  @Test(
    "A field that is needed and missing makes a frame malformed",
    arguments: ["symbol", "seq", "currency", "time"])
  func missingFields(name: String) {
    let fields = [
      "symbol": #""ACME""#, "seq": "1", "currency": #""EUR""#, "time": #""2026-11-29T14:03:21Z""#,
    ].filter { $0.key != name }.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",")
    #expect(isMalformed(decode(#"{"type":"snapshot",\#(fields)}"#).first))
    #expect(isMalformed(decode(#"{"type":"update",\#(fields)}"#).first) == (name != "currency"))
  }

  @Test("An unknown currency without a scale is malformed in a snapshot")
  func unknownCurrency() {
    let text = #"{"type":"snapshot","symbol":"A","seq":1,"currency":"BTC","time":"2026-11-29T14:03:21Z"}"#
    #expect(isMalformed(decode(text).first))
  }

  @Test(
    "What is no object with a type is malformed",
    arguments: [
      "", "[]", "1", "{}", "{", #"{"type":null}"#, #"{"type":5}"#, #"{"type":"update"} x"#, "\u{FEFF}{}",
      "<html>",
    ])
  func noFrame(text: String) {
    #expect(isMalformed(decode(text).first))
  }

  @Test("A message of an unknown type is unknown, whatever its fields hold")
  func unknownTypes() {
    #expect(decode(#"{"last":1.5,"symbol":7,"time":0,"symbols":{},"type":"depth"}"#) == [.unknown])
  }

  @Test("A heartbeat carries how many frames came before it, malformed and unknown ones included")
  func counts() {
    let heartbeat = #"{"type":"heartbeat","time":"2026-11-29T14:03:21.123Z","sent":3}"#
    let messages = decode("nonsense", #"{"type":"x"}"#, heartbeat, heartbeat)
    #expect(
      messages.suffix(2) == [
        .heartbeat(time: time, sent: 3, received: 2), .heartbeat(time: time, sent: 3, received: 3),
      ])
  }

  @Test("A new connection counts from zero")
  func begin() {
    var dialect = TapeDialect()
    var messages: [FeedMessage] = []
    for _ in 0..<3 {
      dialect.decode(Array(#"{"type":"heartbeat"}"#.utf8).span, into: &messages)
      dialect.begin()
    }
    #expect(messages == Array(repeating: .heartbeat(time: nil, sent: nil, received: 0), count: 3))
  }

  @Test("A heartbeat whose count is negative or no integer is malformed", arguments: ["-1", "1.5", "\"3\""])
  func badCounts(sent: String) {
    #expect(isMalformed(decode(#"{"type":"heartbeat","sent":\#(sent)}"#).first))
  }

  @Test("A market message needs a session and its symbols")
  func market() throws {
    let symbols = [try #require(Symbol("ACME")), try #require(Symbol("BRK.B"))]
    let good =
      #"{"type":"market","session":"CLOSED","nextOpen":"2026-11-30T08:00:00Z","symbols":["ACME","BRK.B"]}"#
    #expect(decode(good) == [.market(session: .closed, symbols: symbols)])
    for bad in [
      #"{"type":"market","session":"CLOSED"}"#, #"{"type":"market","symbols":["A"]}"#,
      #"{"type":"market","session":"CLOSED","symbols":"A"}"#,
      #"{"type":"market","session":"CLOSED","symbols":["A",1]}"#,
      #"{"type":"market","session":"CLOSED","symbols":["A B"]}"#,
      #"{"type":"market","session":null,"symbols":["A"]}"#,
    ] {
      #expect(isMalformed(decode(bad).first), "\(bad)")
    }
  }

  @Test("An error is about a symbol or about none")
  func errors() throws {
    let symbol = try #require(Symbol("NOPE"))
    let messages = decode(
      #"{"type":"error","code":"unknown_symbol","symbol":"NOPE","message":"no\u0020such"}"#,
      #"{"type":"error","code":"busy","symbol":null}"#, #"{"type":"error","message":"x"}"#,
      #"{"type":"error"}"#)
    #expect(
      messages.prefix(3) == [
        .error(code: "unknown_symbol", symbol: symbol, message: "no such"),
        .error(code: "busy", symbol: nil, message: ""),
        .error(code: "error", symbol: nil, message: "x"),
      ])
    #expect(isMalformed(messages.last))
  }

  @Test("Commands are JSON that names each symbol once, in order, in frames of at most 16 KiB")
  func encoding() throws {
    struct Command: Decodable {
      let type: String
      let symbols: [String]
      let maxRate: Int?
    }
    let texts = (0..<3_000).map { #"\\\\\\\\\\\\\\\\\\\\\\\#($0)"# }
    let symbols = try texts.map { try #require(Symbol($0)) }
    for (command, type, rate) in [
      (FeedCommand.subscribe(symbols, maxRate: 4), "subscribe", 4),
      (.unsubscribe(symbols), "unsubscribe", nil),
      (.resync(symbols), "resync", nil),
    ] as [(FeedCommand, String, Int?)] {
      let frames = TapeDialect().encode(command)
      #expect(frames.count > 1)
      #expect(frames.allSatisfy { $0.count + 14 <= 16 * 1_024 })
      let commands = try frames.map { try JSONDecoder().decode(Command.self, from: Data($0)) }
      #expect(commands.flatMap(\.symbols) == texts)
      #expect(commands.allSatisfy { $0.type == type && $0.maxRate == rate })
    }
  }

  @Test("A small command is one frame and an empty one is none")
  func smallCommands() throws {
    let acme = try #require(Symbol("ACME"))
    let frames = TapeDialect().encode(.subscribe([acme], maxRate: 4))
    #expect(
      frames.map { String(decoding: $0, as: UTF8.self) } == [
        #"{"type":"subscribe","symbols":["ACME"],"maxRate":4}"#
      ])
    #expect(TapeDialect().encode(.resync([])).isEmpty)
  }

  @Test("A token is escaped", arguments: ["secret", "a\"b\\c", "line\nbreak\u{1}", "caf\u{E9}"])
  func authentication(token: String) throws {
    let frame = try #require(TapeDialect().authentication(token: token))
    let fields = try JSONDecoder().decode([String: String].self, from: Data(frame))
    #expect(fields == ["type": "auth", "token": token])
  }
}
