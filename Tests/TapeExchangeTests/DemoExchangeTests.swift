import TapeDomain
import TapeTestSupport
import TapeWebSocket
import Testing

@testable import TapeExchange

@Suite(.timeLimit(.minutes(4))) struct DemoExchangeTests {
  private func configuration(rate: Int? = 0, token: String? = nil) -> ExchangeConfiguration {
    var configuration = ExchangeConfiguration()
    configuration.rate = rate
    configuration.token = token
    return configuration
  }

  @Test(
    "Over a real socket: snapshot, contiguous updates, a heartbeat that counts them, and the truth at the end"
  )
  func feed() async throws {
    let running = try await RunningExchange(configuration(rate: 2_000))
    let client = TestClient()
    let link = running.connect(client)
    var events = client.events.makeAsyncIterator()
    guard case .opened = await events.next() else {
      Issue.record("not opened")
      return
    }
    link.say(#"{"type":"subscribe","symbols":["ACME"],"maxRate":1000000}"#)
    var snapshot = try #require(await events.message())
    // The introduction and the snapshot, before which a heartbeat comes where the subscribe took a second.
    var received = 2
    while snapshot.type == "heartbeat" {
      received += 1
      snapshot = try #require(await events.message())
    }
    #expect(snapshot.type == "snapshot")
    var last = snapshot
    var hasHeartbeat = false
    while received <= 20 || !hasHeartbeat, let message = await events.message() {
      if message.type == "heartbeat" {
        #expect(message.sent == received)
        hasHeartbeat = true
      } else {
        #expect(message.seq == (last.seq ?? 0) + 1)
        last = message
      }
      received += 1
    }
    #expect(hasHeartbeat)

    let acme = try #require(Symbol("ACME"))
    await running.exchange.apply(.halt(acme))
    while last.session != "HALTED", let message = await events.message() { last = message }
    let truth = try #require(await running.exchange.truth(of: acme))
    #expect(truth.last == last.last)
    #expect(truth.sequences == [last.seq])
    #expect(truth.session == .halted)
    await running.stop()
  }

  @Test("Pings are answered in order with the messages")
  func pong() async throws {
    let running = try await RunningExchange(configuration())
    let client = TestClient()
    let link = running.connect(client)
    var events = client.events.makeAsyncIterator()
    _ = await events.next()
    link.say(#"{"type":"subscribe","symbols":["ACME"],"maxRate":4}"#)
    link.ping(Array("7".utf8))
    var first = await events.message()
    while first?.type == "heartbeat" { first = await events.message() }
    #expect(first?.type == "snapshot")
    // On a slow machine updates may have come before the ping, and may come before the close.
    var next = await events.next()
    while next?.isText ?? false { next = await events.next() }
    #expect(next == .pong(ArraySlice("7".utf8)))
    link.close(code: 1000, reason: "bye")
    repeat { next = await events.next() } while next?.isText ?? false
    guard case .closed(let closure) = next else {
      Issue.record("not closed")
      return
    }
    #expect(closure.code == 1000)
    #expect(closure.isClean)
    await running.stop()
  }

  @Test("A wrong token is closed with 4403, and an expired one with 4401")
  func tokens() async throws {
    let running = try await RunningExchange(configuration(token: "secret"))
    #expect(await closeCode(running, token: "wrong") == 4403)
    let client = TestClient()
    let link = running.connect(client)
    var events = client.events.makeAsyncIterator()
    _ = await events.next()
    link.say(#"{"type":"auth","token":"secret"}"#)
    link.say(#"{"type":"subscribe","symbols":["ACME"]}"#)
    #expect(await events.message()?.type == "snapshot")
    await running.exchange.apply(.expireToken)
    var code: UInt16?
    while let event = await events.next() {
      if case .closed(let closure) = event { code = closure.code }
    }
    #expect(code == 4401)
    #expect(await closeCode(running, token: "secret") == 4401)
    await running.stop()
  }

  /// The code of the close that follows a token.
  private func closeCode(_ running: RunningExchange, token: String) async -> UInt16? {
    let client = TestClient()
    let link = running.connect(client)
    var code: UInt16?
    for await event in client.events {
      if case .opened = event { link.say(#"{"type":"auth","token":"\#(token)"}"#) }
      if case .closed(let closure) = event { code = closure.code }
    }
    return code
  }

  @Test(
    "The watchlist is served on the same port, with the bearer token only",
    arguments: zip([nil, "wrong", "secret"] as [String?], [401, 401, 200]))
  func watchlist(token: String?, status: Int) async throws {
    let running = try await RunningExchange(configuration(token: "secret"))
    let client = TestClient()
    _ = running.connect(client, to: "/v1/watchlist", token: token)
    guard case .refused(let head) = await client.closure()?.error else {
      Issue.record("no response")
      return
    }
    #expect(head.status == status)
    #expect(head["Content-Type"] == "application/json; charset=utf-8")
    await running.stop()
  }

  @Test("drop resets connections, and refuse takes no new one until it is over")
  func dropAndRefuse() async throws {
    let running = try await RunningExchange(configuration())
    let client = TestClient()
    _ = running.connect(client)
    var events = client.events.makeAsyncIterator()
    _ = await events.next()
    await running.exchange.apply(.refuse(.seconds(3)))
    await running.exchange.apply(.drop)
    // Messages may be on their way before the end.
    #expect(await client.closure()?.code == 1006)

    let second = TestClient()
    _ = running.connect(second)
    guard case .connectFailed = await second.closure()?.error else {
      Issue.record("connected while refused")
      return
    }
    // Tried again until the time limit of the suite: each attempt waits for its answer.
    var isOpen = false
    while !isOpen {
      let retry = TestClient()
      let link = running.connect(retry)
      var events = retry.events.makeAsyncIterator()
      if case .opened = await events.next() { isOpen = true }
      link.abort()
    }
    await running.stop()
  }

  @Test("It sleeps until something is due, and not at all while nobody is connected")
  func sleeps() async throws {
    let clock = ManualClock()
    let running = try await RunningExchange(configuration(), time: clock.source)
    #expect(clock.sleeperCount == 0)
    let client = TestClient()
    let link = running.connect(client)
    var events = client.events.makeAsyncIterator()
    _ = await events.next()
    await clock.sleepers(1)
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    let heartbeat = try #require(await events.message())
    #expect(heartbeat.type == "heartbeat")
    #expect(heartbeat.sent == 1)
    link.abort()
    _ = await events.next()
    await running.stop()
  }
}

extension WebSocketEvent {
  fileprivate var isText: Bool {
    if case .text = self { true } else { false }
  }
}
