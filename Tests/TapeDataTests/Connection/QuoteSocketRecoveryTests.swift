import TapeDomain
import TapeTestSupport
import TapeWebSocket
import Testing

@testable import TapeData

/// The protocol, rules 7 and 8: trying again, and being refused.
@Suite(.timeLimit(.minutes(4))) struct QuoteSocketRecoveryTests {
  @Test(
    "A server that accepts and resets a hundred times is tried with growing delays",
    arguments: [500, 1000, 1500])
  func acceptThenReset(jitter: Int) async throws {
    var harness = SocketHarness(jitter: jitter)
    await harness.socket.start()
    let start = harness.clock.now
    var delays: [Int64] = []
    for index in 0..<100 {
      let link = await harness.connector.link(index)
      link.open()
      link.end(error: .connectionLost(reason: "reset"))
      while let event = await harness.next() {
        guard case .status(.reconnecting(let attempt, let retryAt?, let since, let reason)) = event else {
          continue
        }
        #expect(attempt == index + 1 && since == start && reason.contains("reset"))
        delays.append((retryAt - harness.clock.now).wholeMilliseconds)
        await harness.clock.sleepers(1)
        harness.clock.advance(by: retryAt - harness.clock.now)
        break
      }
    }
    let expected = [500, 1000, 2000, 4000, 8000, 16_000] + Array(repeating: 30_000, count: 94)
    #expect(delays == expected.map { Int64($0 * jitter / 1000) })
  }

  @Test("The delays start over only after 10 s of messages in time", arguments: [(9, 3), (10, 1)])
  func reset(seconds: Int, attempt: Int) async throws {
    var harness = SocketHarness()
    await harness.socket.start()
    #expect(try await harness.nextStatus() == .connecting)
    for index in 0..<2 {
      await harness.connector.link(index).end()
      _ = try await harness.nextStatus()
      await harness.clock.sleepers(1)
      harness.clock.advance(by: .seconds(1))
      _ = try await harness.nextStatus()
    }
    let link = await harness.bringLive(2)
    for _ in 0..<seconds {
      await harness.clock.sleepers(1)
      harness.clock.advance(by: .seconds(1))
      await harness.clock.sleepers(1)
      link.answerPing()
      link.say("beat")
      _ = await harness.next()
    }
    link.end()
    guard case .reconnecting(attempt, _, _, _) = try await harness.nextStatus() else {
      Issue.record("The tries are not counted from the last good link")
      return
    }
  }

  @Test("r retries at once, at most once in 2 s, and not when the link is live")
  func retry() async throws {
    var harness = SocketHarness()
    let link = await harness.live()
    await harness.socket.retry()
    link.end()
    _ = try await harness.nextStatus()
    await harness.socket.retry()
    guard case .reconnecting(1, nil, _, _) = try await harness.nextStatus() else {
      Issue.record("r did not start a try")
      return
    }
    await harness.connector.link(1).end()
    guard case .reconnecting(2, .some, _, _) = try await harness.nextStatus() else {
      Issue.record("The loss is not said")
      return
    }
    await harness.socket.retry()
    #expect(harness.connector.count == 2, "The second r within 2 s is ignored, as the r on a live link was")
    harness.clock.advance(by: .seconds(2))
    _ = await harness.connector.link(2)
  }

  @Test("A link that died while the process was stopped is found and tried at once when it goes on")
  func continued() async throws {
    var harness = SocketHarness()
    let link = await harness.live()
    harness.clock.advance(by: .seconds(3600))
    await harness.socket.resume()
    _ = await harness.connector.link(1)
    #expect(link.isAborted)
    guard case .reconnecting(1, nil, harness.clock.now, _) = try await harness.nextStatus() else {
      Issue.record("The try is not said")
      return
    }
  }

  @Test("Ctrl-Z closes the socket, fg connects at once")
  func suspension() async throws {
    var harness = SocketHarness()
    let link = await harness.live()
    link.say("beat")
    await harness.socket.suspend()
    #expect(try await harness.nextStatus() == .suspended)
    #expect(link.isAborted)
    harness.clock.advance(by: .seconds(600))
    await harness.socket.retry()
    #expect(harness.connector.count == 1, "Nothing is tried while suspended")
    await harness.socket.resume()
    guard case .reconnecting(1, nil, harness.clock.now, _) = try await harness.nextStatus() else {
      Issue.record("The try is not said")
      return
    }
    _ = await harness.bringLive(1)
  }

  @Test("A connection that its consumer gives up is closed with that code and tried again with the reason")
  func failure() async throws {
    var harness = SocketHarness()
    let link = await harness.live()
    await harness.socket.fail(code: 1002, reason: "100 frames in a row could not be read.")
    guard
      case .reconnecting(1, .some, _, "100 frames in a row could not be read.") =
        try await harness.nextStatus()
    else {
      Issue.record("The reason is not said")
      return
    }
    #expect(link.closeCodes == [1002] && !link.isAborted)
    await harness.socket.fail(code: 1002, reason: "again")
    #expect(link.closeCodes == [1002], "A connection is given up once")
  }

  @Test("An expired token is read anew, and another one is tried at once")
  func renewedToken() async throws {
    var harness = SocketHarness(tokens: FakeTokens("old", "new"))
    let first = await harness.live()
    first.end(code: 4401, reason: "expired")
    let second = await harness.connector.link(1)
    second.open()
    #expect(first.sent == ["auth old"] && second.sent == ["auth new"])
    guard case .reconnecting(1, nil, _, _) = try await harness.nextStatus() else {
      Issue.record("The new try is not said")
      return
    }
    #expect(await harness.next() == .connected)
  }

  @Test("A server that likes no new token is not hammered with them")
  func renewalStorm() async throws {
    var harness = SocketHarness(tokens: FakeTokens("a", "b", "c"))
    await harness.live().end(code: 4401)
    _ = try await harness.nextStatus()
    await harness.connector.link(1).end(code: 4401)
    var status = try await harness.nextStatus()
    if case .reconnecting(_, nil, _, _) = status { status = try await harness.nextStatus() }
    guard case .reconnecting(_, .some, _, _) = status else {
      Issue.record("The second new token did not wait: \(status)")
      return
    }
  }

  @Test("The same token again is refused with what to do, and nothing is tried but by r")
  func sameToken() async throws {
    var harness = SocketHarness(tokens: FakeTokens("old"))
    let link = await harness.live()
    link.end(code: 4401)
    var status = try await harness.nextStatus()
    if case .reconnecting = status { status = try await harness.nextStatus() }
    #expect(
      status
        == .refused(
          reason:
            "Token refused by the server. Put a valid one into FILE and press r, or restart with TAPE_TOKEN.")
    )
    harness.clock.advance(by: .seconds(3600))
    #expect(harness.connector.count == 1)
    await harness.socket.retry()
    _ = await harness.connector.link(1)
    #expect(harness.connector.count == 2)
  }

  @Test("4403 is not tried again but by r", arguments: [true, false])
  func refusal(isCloseCode: Bool) async throws {
    var harness = SocketHarness(tokens: FakeTokens("old", "new"))
    let link = await harness.live()
    if isCloseCode {
      link.end(code: 4403)
    } else {
      link.end(error: .refused(HTTPResponseHead(status: 403, reason: "Forbidden", headers: [])))
    }
    guard case .refused(let reason) = try await harness.nextStatus() else {
      Issue.record("Not refused")
      return
    }
    #expect(reason.contains("403") && reason.contains("press r"))
    harness.clock.advance(by: .seconds(3600))
    await harness.socket.retry()
    let second = await harness.connector.link(1)
    second.open()
    #expect(harness.connector.count == 2)
    #expect(second.sent == ["auth new"], "The token is read anew")
  }

  @Test("A token is not sent without encryption to another machine: nothing is even connected")
  func tokenWithoutEncryption() async throws {
    let url = WebSocketURL(isSecure: false, host: "q.test", port: 80, resource: "/")
    var harness = SocketHarness(url: url, tokens: FakeTokens("s3cret"))
    await harness.socket.start()
    var status = try await harness.nextStatus()
    if status == .connecting { status = try await harness.nextStatus() }
    guard case .refused(let reason) = status else {
      Issue.record("Not refused: \(status)")
      return
    }
    #expect(reason.contains("q.test") && reason.contains("https://") && !reason.contains("s3cret"))
    #expect(harness.connector.count == 0)
  }

  @Test("A token goes without encryption to this machine", arguments: ["localhost", "127.0.0.1", "::1"])
  func tokenToLoopback(host: String) async {
    let url = WebSocketURL(isSecure: false, host: host, port: 80, resource: "/")
    var harness = SocketHarness(url: url, tokens: FakeTokens("s3cret"))
    #expect(await harness.live().sent == ["auth s3cret"])
  }

  @Test(
    "A redirect is followed three times, the fourth is a failure, and the next try starts at the first address"
  )
  func redirects() async throws {
    let harness = SocketHarness()
    await harness.socket.start()
    for index in 0...3 {
      let link = await harness.connector.link(index)
      #expect(link.url.resource == (index == 0 ? "/v1/quotes" : "/hop\(index)"))
      let location = HTTPHeader(name: "Location", value: "/hop\(index + 1)")
      link.end(error: .refused(HTTPResponseHead(status: 307, reason: "", headers: [location])))
    }
    await harness.clock.sleepers(1)
    harness.clock.advance(by: .milliseconds(500))
    #expect(await harness.connector.link(4).url.resource == "/v1/quotes")
  }

  @Test("A busy server is tried when its Retry-After has passed")
  func retryAfter() async throws {
    var harness = SocketHarness()
    await harness.socket.start()
    #expect(try await harness.nextStatus() == .connecting)
    let head = HTTPResponseHead(
      status: 503, reason: "", headers: [HTTPHeader(name: "Retry-After", value: "90")])
    await harness.connector.link(0).end(error: .refused(head))
    let now = harness.clock.now
    guard case .reconnecting(1, now + .seconds(90), now, _) = try await harness.nextStatus() else {
      Issue.record("The wait is not 90 s")
      return
    }
  }
}
