import TapeDomain
import TapeWebSocket
import Testing

@testable import TapeExchange

@Suite struct FaultTests {
  /// A client that has the snapshots of ACME and BNK.
  private func subscribed(rate: Int = 0) -> CoreDriver {
    var driver = CoreDriver(rate: rate)
    driver.say(#"{"type":"subscribe","symbols":["ACME","BNK"],"maxRate":4}"#)
    _ = driver.takeFrames()
    return driver
  }

  @Test("gap leaves out one number and sends the next update at once")
  func gap() throws {
    var driver = subscribed()
    try driver.apply("gap ACME")
    let updates = driver.takeMessages()
    #expect(updates.map(\.symbol) == ["ACME"])
    #expect(updates.map(\.seq) == [3])
  }

  @Test("lose counts an update that never comes, and nothing of the symbol follows until a resync")
  func lose() throws {
    var driver = subscribed()
    try driver.apply("lose ACME")
    try driver.apply("price ACME 18500")
    try driver.apply("price BNK 4200")
    driver.pass(.seconds(1))
    let messages = driver.takeMessages()
    #expect(messages.map(\.symbol) == ["BNK", nil])
    // The introduction, two snapshots, the lost update and the one of BNK.
    #expect(messages.map(\.sent) == [nil, 5])
    driver.say(#"{"type":"resync","symbols":["ACME"]}"#)
    let snapshot = driver.takeMessages()
    #expect(snapshot.map(\.seq) == [2])
    #expect(snapshot.map(\.last) == [18_500])
    try driver.apply("price ACME 18600")
    driver.pass(.milliseconds(300))
    #expect(driver.takeMessages().map(\.seq) == [3])
  }

  @Test("A lost update that nobody asks about shows as a gap after 10 s")
  func loseExpires() throws {
    var driver = subscribed()
    try driver.apply("lose ACME")
    try driver.apply("price ACME 18500")
    driver.pass(.milliseconds(9_900))
    #expect(driver.takeMessages().allSatisfy { $0.type == "heartbeat" })
    driver.pass(.milliseconds(200))
    #expect(driver.takeMessages().filter { $0.type == "update" }.map(\.seq) == [3])
  }

  @Test("lose-resync ignores one resync only")
  func loseResync() throws {
    var driver = subscribed()
    try driver.apply("lose-resync")
    driver.say(#"{"type":"resync","symbols":["ACME"]}"#)
    #expect(driver.takeMessages().isEmpty)
    driver.say(#"{"type":"resync","symbols":["ACME"]}"#)
    #expect(driver.takeMessages().map(\.type) == ["snapshot"])
  }

  @Test("silence stops everything, pongs and upgrades too, and the newest of all follows when it ends")
  func silence() throws {
    var driver = subscribed()
    try driver.apply("silence 10s")
    driver.ping("old")
    try driver.apply("price ACME 18500")
    try driver.apply("price ACME 18501")
    let second = ClientID(number: 2)
    driver.receive(
      [.request(.init(method: "GET", target: "/v1/quotes", headers: []))], from: second)
    driver.pass(.milliseconds(9_990))
    driver.ping("new")
    #expect(driver.takeActions().isEmpty)
    driver.pass(.milliseconds(10))
    #expect(driver.actions.contains(.link(second, .accept)))
    let frames = driver.takeFrames()
    #expect(frames.compactMap(WireMessage.init).map(\.type) == ["update", "heartbeat"])
    #expect(frames.compactMap(WireMessage.init).map(\.last) == [18_501, nil])
    #expect(frames.compactMap(WireMessage.init).map(\.sent) == [nil, 4])
    #expect(frames.last == "pong new")
  }

  @Test("A silent exchange sleeps until the silence ends")
  func silenceSleeps() throws {
    var driver = subscribed(rate: 1_000)
    try driver.apply("silence 10s")
    driver.ping("1")
    #expect(driver.nextDue == .seconds(10))
  }

  @Test("mute stops messages while pings are answered")
  func mute() throws {
    var driver = subscribed()
    try driver.apply("mute 5s")
    try driver.apply("price ACME 18500")
    driver.pass(.seconds(4))
    driver.ping("1")
    #expect(driver.takeFrames() == ["pong 1"])
    driver.pass(.seconds(1))
    #expect(driver.takeMessages().map(\.type) == ["update", "heartbeat"])
  }

  @Test("late holds everything back by the same time, pongs too, in order, until it is over")
  func late() throws {
    var driver = subscribed()
    try driver.apply("late 5s for 15s")
    try driver.apply("price ACME 18500")
    driver.ping("1")
    driver.pass(.milliseconds(4_990))
    #expect(driver.takeFrames().isEmpty)
    driver.pass(.milliseconds(10))
    let first = driver.takeFrames()
    #expect(first.compactMap(WireMessage.init).map(\.last) == [18_500])
    #expect(first.last == "pong 1")
    driver.pass(.milliseconds(9_990))
    _ = driver.takeFrames()
    driver.pass(.milliseconds(20))
    // What was held back comes at once, the heartbeats of the last 5 s.
    let heartbeats = driver.takeMessages().compactMap(\.sent)
    #expect(heartbeats.count >= 5)
    #expect(heartbeats == heartbeats.sorted())
    driver.ping("2")
    #expect(driver.takeFrames() == ["pong 2"])
  }

  @Test("late 0s ends the lateness at once")
  func lateEnds() throws {
    var driver = subscribed()
    try driver.apply("late 5s")
    driver.ping("1")
    #expect(driver.takeFrames().isEmpty)
    try driver.apply("late 0s")
    #expect(driver.takeFrames() == ["pong 1"])
  }

  @Test("drop resets every connection")
  func drop() throws {
    var driver = subscribed()
    try driver.apply("drop")
    #expect(driver.takeActions() == [.link(driver.client, .reset)])
    try driver.apply("price ACME 18500")
    driver.pass(.seconds(2))
    #expect(driver.takeActions().isEmpty)
  }

  @Test("refuse closes the listener for a while and leaves connections alone")
  func refuse() throws {
    var driver = CoreDriver(connects: false)
    try driver.apply("refuse 8s")
    #expect(driver.takeActions() == [.stopListening])
    #expect(driver.nextDue == .seconds(8))
    driver.pass(.milliseconds(7_990))
    #expect(driver.takeActions().isEmpty)
    driver.pass(.milliseconds(10))
    #expect(driver.takeActions() == [.resumeListening])
  }

  @Test("burst updates every subscribed symbol as often as its rate allows")
  func burst() throws {
    var driver = subscribed()
    try driver.apply("burst 2s")
    driver.pass(.milliseconds(1_990))
    let updates = driver.takeMessages().filter { $0.type == "update" }
    #expect(updates.filter { $0.symbol == "ACME" }.count == 8)
    #expect(updates.filter { $0.symbol == "BNK" }.count == 8)
    driver.pass(.seconds(1))
    _ = driver.takeFrames()
    driver.pass(.seconds(2))
    #expect(driver.takeMessages().allSatisfy { $0.type == "heartbeat" })
  }

  @Test("halt stops trading in a symbol, and a second one lifts it")
  func halt() throws {
    var driver = subscribed()
    try driver.apply("halt ACME")
    driver.pass(.milliseconds(300))
    try driver.apply("halt ACME")
    let updates = driver.takeMessages()
    #expect(updates.map(\.session) == ["HALTED", "OPEN"])
    #expect(updates.map(\.seq) == [2, 3])
    #expect(updates.map(\.last) == [18_240, 18_240])
  }

  @Test("close and open tell the subscribed symbols of an exchange, without numbers")
  func closeAndOpen() throws {
    var driver = subscribed()
    driver.say(#"{"type":"subscribe","symbols":["ORO"],"maxRate":4}"#)
    _ = driver.takeFrames()
    try driver.apply("close XETR")
    try driver.apply("open XETR")
    try driver.apply("close NOWHERE")
    let messages = driver.takeMessages()
    #expect(messages.map(\.type) == ["market", "market"])
    #expect(messages.map(\.session) == ["CLOSED", "OPEN"])
    #expect(messages.map(\.symbols) == [["ACME", "BNK"], ["ACME", "BNK"]])
    #expect(messages.map(\.exchange) == ["XETR", "XETR"])
    #expect(messages.map(\.nextOpen) == ["2027-01-16T08:00:00.000Z", nil])
    try driver.apply("price ACME 18500")
    let updates = driver.takeMessages()
    #expect(updates.map(\.seq) == [2])
    #expect(updates.map(\.session) == [nil])
  }

  @Test("malformed sends a frame that is no JSON and counts it")
  func malformed() throws {
    var driver = subscribed()
    try driver.apply("malformed")
    let frames = driver.takeFrames()
    #expect(frames.count == 1)
    #expect(frames.compactMap(WireMessage.init).isEmpty)
    driver.pass(.seconds(1))
    #expect(driver.takeMessages().map(\.sent) == [4])
  }
}
