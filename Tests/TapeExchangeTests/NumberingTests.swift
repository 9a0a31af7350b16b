import TapeDomain
import Testing

@testable import TapeExchange

@Suite struct NumberingTests {
  @Test("Each subscribe and resync is answered with a snapshot numbered like the last update it includes")
  func snapshots() throws {
    var driver = CoreDriver()
    driver.say(#"{"type":"subscribe","symbols":["ACME"],"maxRate":4}"#)
    try driver.apply("price ACME 18300")
    driver.pass(.milliseconds(300))
    driver.say(#"{"type":"subscribe","symbols":["ACME"],"maxRate":4}"#)
    driver.say(#"{"type":"resync","symbols":["ACME"]}"#)
    let messages = driver.takeMessages()
    #expect(messages.map(\.type) == ["snapshot", "update", "snapshot", "snapshot"])
    #expect(messages.map(\.seq) == [1, 2, 2, 2])
    #expect(messages.map(\.last) == [18_240, 18_300, 18_300, 18_300])
  }

  @Test("Numbers are contiguous and go on across unsubscribe")
  func contiguous() throws {
    var driver = CoreDriver()
    var expected = 1
    for round in 0..<3 {
      driver.say(#"{"type":"subscribe","symbols":["ACME"],"maxRate":10}"#)
      #expect(driver.takeMessages().map(\.seq) == [expected])
      for price in 1...4 {
        try driver.apply("price ACME \(18_300 + round * 10 + price)")
        driver.pass(.milliseconds(110))
        expected += 1
        #expect(driver.takeMessages().filter { $0.type == "update" }.map(\.seq) == [expected])
      }
      driver.say(#"{"type":"unsubscribe","symbols":["ACME"]}"#)
      try driver.apply("price ACME 20000")
      driver.pass(.milliseconds(110))
      #expect(driver.takeMessages().filter { $0.type != "heartbeat" }.isEmpty)
    }
  }

  @Test(
    "Updates are conflated to the rate before they are numbered: the newest wins, with the extremes left out")
  func conflation() throws {
    var driver = CoreDriver()
    driver.say(#"{"type":"subscribe","symbols":["ACME"],"maxRate":4}"#)
    _ = driver.takeMessages()
    for price in [18_300, 19_999, 10_001, 18_250] {
      try driver.apply("price ACME \(price)")
      driver.pass(.milliseconds(20))
    }
    driver.pass(.milliseconds(300))
    let updates = driver.takeMessages()
    #expect(updates.map(\.seq) == [2, 3])
    #expect(updates.map(\.last) == [18_300, 18_250])
    #expect(updates.last?.high == 19_999)
    #expect(updates.last?.low == 10_001)
  }

  @Test("No second holds more updates of a symbol than its rate", arguments: [1, 4, 10, 50])
  func rateIsKept(rate: Int) throws {
    var driver = CoreDriver(rate: 3_000, symbolCount: 3)
    driver.say(#"{"type":"subscribe","symbols":["ACME","ALP"],"maxRate":\#(rate)}"#)
    var moments: [String: [Instant]] = [:]
    for _ in 0..<300 {
      driver.pass(.milliseconds(10))
      for message in driver.takeMessages() where message.type == "update" {
        moments[try #require(message.symbol), default: []].append(driver.now)
      }
    }
    for instants in moments.values {
      #expect(instants.count >= rate * 2)
      let crowded = instants.indices.dropFirst(rate).filter {
        instants[$0] - instants[$0 - rate] < .seconds(1)
      }
      #expect(crowded.isEmpty)
    }
    #expect(moments.count == 2)
  }

  @Test("A rate above the steps' own loses no update")
  func fastRate() {
    var driver = CoreDriver(rate: 3_000, symbolCount: 3)
    driver.say(#"{"type":"subscribe","symbols":["ACME"],"maxRate":1000000}"#)
    driver.pass(.seconds(1))
    let updates = driver.takeMessages().filter { $0.type == "update" }
    #expect(updates.count > 500)
    #expect(updates.compactMap(\.seq) == Array(2...(updates.count + 1)))
  }

  @Test("A later subscribe replaces the rate")
  func newRate() throws {
    var driver = CoreDriver()
    driver.say(#"{"type":"subscribe","symbols":["ACME"],"maxRate":1}"#)
    try driver.apply("price ACME 18300")
    driver.say(#"{"type":"subscribe","symbols":["ACME"],"maxRate":10}"#)
    _ = driver.takeMessages()
    try driver.apply("price ACME 18301")
    driver.pass(.milliseconds(110))
    #expect(driver.takeMessages().map(\.last) == [18_301])
  }

  @Test("A symbol that is not listed is an error of its own; the others go on")
  func unknownSymbols() {
    var driver = CoreDriver()
    driver.say(#"{"type":"subscribe","symbols":["NOPE","ACME","a b"],"maxRate":4}"#)
    let messages = driver.takeMessages()
    #expect(messages.map(\.type) == ["error", "error", "snapshot"])
    #expect(messages.map(\.code) == ["unknown_symbol", "unknown_symbol", nil])
    #expect(messages.map(\.symbol) == ["NOPE", nil, "ACME"])
  }

  @Test(
    "A frame that is no command is answered with an error, an unknown type with nothing",
    arguments: zip(
      [
        "hello", "[]", #"{"symbols":[]}"#, #"{"type":"subscribe"}"#,
        #"{"type":"subscribe","symbols":["ACME"],"maxRate":0}"#, #"{"type":"dance"}"#,
      ], [true, true, true, true, true, false]))
  func badCommands(frame: String, isError: Bool) {
    var driver = CoreDriver()
    driver.say(frame)
    #expect(driver.takeMessages().map(\.code) == (isError ? ["bad_command"] : []))
  }

  @Test("A heartbeat comes each second and says how many text frames went before it")
  func heartbeats() throws {
    var driver = CoreDriver(rate: 500)
    driver.say(#"{"type":"subscribe","symbols":["ACME","BNK","NOPE"],"maxRate":20}"#)
    driver.ping("1")
    driver.pass(.seconds(5))
    let frames = driver.takeFrames().filter { !$0.hasPrefix("pong") }
    let messages = frames.compactMap(WireMessage.init)
    #expect(messages.count == frames.count)
    let places = messages.indices.filter { messages[$0].type == "heartbeat" }
    #expect(places.count == 5)
    // The introduction went before all of these.
    #expect(places.map { messages[$0].sent } == places.map { $0 + 1 })
  }

  @Test("A snapshot carries every field, and null for a close that does not exist")
  func snapshotFields() throws {
    var driver = CoreDriver()
    driver.say(#"{"type":"subscribe","symbols":["SHIB-USD","NOVA","GULF"],"maxRate":4}"#)
    let frames = driver.takeFrames()
    let messages = frames.compactMap(WireMessage.init)
    #expect(messages.map(\.scale) == [8, 2, 3])
    #expect(messages.map(\.currency) == ["USD", "USD", "KWD"])
    #expect(messages.map(\.previousClose) == [869, nil, 851])
    #expect(try #require(frames[safe: 1]).contains(#""previousClose":null"#))
    #expect(messages.allSatisfy { $0.time == "2027-01-15T08:00:00.000Z" && $0.session == "OPEN" })
  }
}

extension Array {
  /// The element at `index`, or nil.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
