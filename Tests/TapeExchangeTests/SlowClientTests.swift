import TapeDomain
import Testing

@testable import TapeExchange

@Suite struct SlowClientTests {
  @Test("A client that does not read is sent nothing, and then the newest of all in numbers without a gap")
  func conflated() throws {
    var driver = CoreDriver(rate: 2_000)
    driver.say(#"{"type":"subscribe","symbols":["ACME","BNK"],"maxRate":1000}"#)
    _ = driver.takeFrames()
    driver.load = LinkLoad(waiting: 20_000, sent: 500)
    driver.pass(.seconds(5))
    driver.ping("1")
    driver.ping("2")
    #expect(driver.takeFrames().isEmpty)
    driver.load = LinkLoad(waiting: 0, sent: 20_500)
    driver.step()
    let frames = driver.takeFrames()
    let messages = frames.compactMap(WireMessage.init)
    #expect(messages.filter { $0.type == "update" }.map(\.seq) == [2, 2])
    #expect(messages.filter { $0.type == "heartbeat" }.map(\.sent) == [5])
    #expect(frames.filter { $0.hasPrefix("pong") } == ["pong 2"])
  }

  @Test("A client that takes nothing for 30 s is dropped; one that takes a little is not")
  func dropped() {
    var driver = CoreDriver()
    driver.load = LinkLoad(waiting: 20_000, sent: 500)
    driver.pass(.seconds(20))
    driver.load.sent += 1
    driver.pass(.seconds(20))
    #expect(!driver.takeActions().contains(.link(driver.client, .reset)))
    driver.pass(.seconds(11))
    #expect(driver.takeActions() == [.link(driver.client, .reset)])
  }

  @Test("An idle client is never dropped")
  func idle() {
    var driver = CoreDriver()
    driver.pass(.seconds(90))
    #expect(!driver.takeActions().contains(.link(driver.client, .reset)))
  }

  @Test("A large subscribe is answered in steps that the link can hold")
  func largeSubscribe() {
    var driver = CoreDriver(symbolCount: 3_000)
    let symbols = InstrumentCatalog.instruments(3_000).map { "\"\($0.symbol)\"" }.joined(separator: ",")
    driver.say(#"{"type":"subscribe","symbols":[\#(symbols)],"maxRate":4}"#)
    var total = 0
    var steps = 0
    while driver.nextDue == .zero, steps < 100 {
      let frames = driver.takeFrames()
      #expect(frames.reduce(0) { $0 + $1.utf8.count } <= ClientFeed.stepBudget + 512)
      total += frames.count
      steps += 1
      driver.step()
    }
    total += driver.takeFrames().count
    #expect(total == 3_000)
    #expect(steps > 1)
  }

  @Test("A client with nothing to come sleeps until its heartbeat, an exchange without clients for ever")
  func sleeping() {
    var driver = CoreDriver()
    #expect(driver.nextDue == .seconds(1))
    var alone = CoreDriver(rate: 1_000, connects: false)
    #expect(alone.nextDue == nil)
    alone.step()
    #expect(alone.nextDue == nil)
    driver.load = LinkLoad(waiting: 20_000, sent: 1)
    driver.ping("1")
    #expect(driver.nextDue == ClientFeed.recheckSpacing)
  }

  @Test("The market wakes nobody while no client wants updates")
  func unwatchedMarket() {
    var driver = CoreDriver(rate: 1_000)
    #expect(driver.nextDue == .seconds(1))
    driver.say(#"{"type":"subscribe","symbols":["ACME"]}"#)
    driver.pass(.milliseconds(20))
    #expect(driver.nextDue.map { $0 < .milliseconds(100) } == true)
    driver.say(#"{"type":"unsubscribe","symbols":["ACME"]}"#)
    #expect(driver.nextDue.map { $0 > .milliseconds(900) } == true)
  }

  @Test("A link that takes more again is served at once")
  func drained() {
    var driver = CoreDriver()
    driver.load = LinkLoad(waiting: 20_000, sent: 1)
    driver.say(#"{"type":"subscribe","symbols":["ACME"]}"#)
    driver.load = LinkLoad(waiting: 0, sent: 20_001)
    driver.drain()
    #expect(driver.nextDue == .zero)
    driver.step()
    #expect(driver.takeMessages().map(\.type) == ["snapshot"])
  }
}
