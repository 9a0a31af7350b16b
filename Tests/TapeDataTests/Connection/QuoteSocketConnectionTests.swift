import TapeDomain
import TapeTestSupport
import TapeWebSocket
import Testing

@testable import TapeData

/// The protocol, rules 5 and 6: connecting, and telling a dead link.
@Suite(.timeLimit(.minutes(4))) struct QuoteSocketConnectionTests {
  @Test("LIVE begins with the first message of the feed, not with the upgrade")
  func liveWithFirstMessage() async {
    var harness = SocketHarness()
    await harness.socket.start()
    #expect(await harness.next() == .status(.connecting))
    let link = await harness.connector.link(0)
    link.open()
    #expect(await harness.next() == .connected)
    link.say("error careful", "noise", "???")
    #expect(
      await harness.next()
        == .burst(
          [
            .error(code: "test", symbol: nil, message: "careful"), .unknown,
            .malformed(reason: "unknown word"),
          ],
          at: harness.clock.now))
    link.say("beat", "beat")
    #expect(await harness.next() == .status(.live))
    #expect(await harness.next() == .burst([beat(3), beat(4)], at: harness.clock.now))
  }

  @Test("Frames that come with the upgrade are not lost, and follow .connected")
  func framesWithUpgrade() async {
    var harness = SocketHarness()
    await harness.socket.start()
    let link = await harness.connector.link(0)
    link.deliver([
      .opened(HTTPResponseHead(status: 101, reason: "", headers: [])), .text(ArraySlice("beat".utf8)),
    ])
    #expect(await harness.next() == .status(.connecting))
    #expect(await harness.next() == .connected)
    #expect(await harness.next() == .status(.live))
    #expect(await harness.next() == .burst([beat(0)], at: harness.clock.now))
  }

  @Test("Three seconds of silence are dead although pings are answered; TCP is cut without a close frame")
  func silence() async throws {
    var harness = SocketHarness()
    let link = await harness.live()
    await harness.pass(seconds: 3) { link.answerPing() }
    let now = harness.clock.now
    #expect(
      try await harness.nextStatus()
        == .reconnecting(
          attempt: 1, retryAt: now + .milliseconds(500), since: now,
          reason: "The server has sent nothing for 3 s."))
    #expect(link.isAborted && link.closeCodes.isEmpty)
  }

  @Test("A heartbeat each second keeps a link live without any price")
  func quietMarket() async throws {
    var harness = SocketHarness()
    let link = await harness.live()
    for count in 1...30 {
      await harness.clock.sleepers(1)
      harness.clock.advance(by: .seconds(1))
      await harness.clock.sleepers(1)
      link.answerPing()
      link.say("beat")
      #expect(await harness.next() == .burst([beat(count)], at: harness.clock.now))
    }
    #expect(link.pings.count == 31 && !link.isAborted)
  }

  @Test("Unanswered pings make the link late after 3 s and dead after 10 s more, though messages flow")
  func lateness() async throws {
    var harness = SocketHarness()
    let link = await harness.live()
    let opened = harness.clock.now
    for _ in 0..<13 {
      await harness.clock.sleepers(1)
      harness.clock.advance(by: .seconds(1))
      link.say("beat")
    }
    // What waited has been taken back: only the loss is left.
    let status = try await harness.nextStatus()
    guard case .reconnecting(1, _, opened + .seconds(13), let reason) = status else {
      Issue.record("\(status)")
      return
    }
    #expect(reason.contains("late") && link.isAborted)
  }

  @Test("A younger answered ping ends the lateness")
  func timelyAgain() async throws {
    var harness = SocketHarness()
    let link = await harness.live()
    let opened = harness.clock.now
    await harness.pass(seconds: 2)
    link.say("beat")
    #expect(await harness.next() == .burst([beat(1)], at: harness.clock.now))
    await harness.pass(seconds: 1)
    #expect(try await harness.nextStatus() == .late(since: opened + .seconds(3)))
    link.answerPing()
    #expect(try await harness.nextStatus() == .live)
  }

  @Test("The token is the first frame, before anything that the consumer sends")
  func authentication() async throws {
    var harness = SocketHarness(tokens: FakeTokens("s3cret"))
    let link = await harness.live()
    let symbol = try #require(Symbol("ACME"))
    await harness.socket.send(.subscribe([symbol], maxRate: 4))
    #expect(link.sent == ["auth s3cret", "subscribe ACME"])
  }

  @Test("Commands are dropped while the link is down, and until .connected was taken")
  func commandsWhileDown() async throws {
    var harness = SocketHarness()
    let first = await harness.live()
    let symbol = try #require(Symbol("ACME"))
    first.end()
    await harness.socket.send(.resync([symbol]))
    _ = try await harness.nextStatus()
    await harness.clock.sleepers(1)
    harness.clock.advance(by: .seconds(1))
    let second = await harness.connector.link(1)
    second.open()
    await harness.socket.send(.resync([symbol]))
    _ = try await harness.nextStatus()
    #expect(await harness.next() == .connected)
    await harness.socket.send(.subscribe([symbol], maxRate: 4))
    #expect(first.sent.isEmpty)
    #expect(second.sent == ["subscribe ACME"])
  }

  @Test("Reads that wait are merged, and reading pauses until they are taken")
  func backPressure() async {
    var harness = SocketHarness()
    let link = await harness.live()
    for _ in 1...3 { link.say("beat") }
    #expect(link.readings == [])
    link.say("beat")
    #expect(link.readings == [false])
    #expect(await harness.next() == .burst((1...4).map(beat), at: harness.clock.now))
    #expect(link.readings == [false, true])
  }

  @Test("Nothing of an old connection comes after its end")
  func oldConnection() async throws {
    var harness = SocketHarness()
    let old = await harness.live()
    old.say("beat")
    old.end()
    // What it said before it ended was true.
    #expect(await harness.next() == .burst([beat(1)], at: harness.clock.now))
    guard case .reconnecting = try await harness.nextStatus() else {
      Issue.record("The burst of the old connection came first")
      return
    }
    old.say("beat")
    await harness.clock.sleepers(1)
    harness.clock.advance(by: .seconds(1))
    guard case .reconnecting(1, nil, _, _) = try await harness.nextStatus() else {
      Issue.record("The try is not announced")
      return
    }
    let new = await harness.connector.link(1)
    old.say("beat")
    old.end()
    new.open()
    old.say("beat")
    new.say("beat")
    old.end()
    #expect(await harness.next() == .connected)
    #expect(await harness.next() == .status(.live))
    #expect(await harness.next() == .burst([beat(0)], at: harness.clock.now))
    #expect(await harness.socket.reconnects == 1)
    #expect(await harness.socket.traffic() == WebSocketTraffic(received: 20, sent: 2))
  }

  @Test("Stopping closes the connection and ends the events")
  func stop() async {
    var harness = SocketHarness()
    let link = await harness.live()
    await harness.socket.stop()
    #expect(await harness.next() == nil)
    #expect(link.closeCodes == [1000])
    await harness.socket.retry()
    await harness.socket.resume()
    #expect(await harness.next() == nil)
    #expect(harness.connector.count == 1)
  }
}
