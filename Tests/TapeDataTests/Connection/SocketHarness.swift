import TapeData
import TapeDomain
import TapeTestSupport
import TapeWebSocket
import Testing

/// A link under test with its fakes and its one consumer.
struct SocketHarness {
  let clock = ManualClock()
  let connector: FakeConnector
  let socket: QuoteSocketConnection
  private var iterator: AsyncStream<QuoteSocketEvent>.AsyncIterator

  init(
    url: WebSocketURL = WebSocketURL(isSecure: true, host: "quotes.test", port: 443, resource: "/v1/quotes"),
    tokens: (any TokenSource)? = nil, jitter: Int = 1000
  ) {
    connector = FakeConnector(clock: clock)
    socket = QuoteSocketConnection(
      url: url, connector: connector, dialect: FakeDialect(), tokens: tokens, time: clock.source,
      jitter: { jitter })
    iterator = socket.frames().makeAsyncIterator()
  }

  mutating func next() async -> QuoteSocketEvent? {
    await iterator.next(isolation: #isolation)
  }

  /// The next event, which has to be a status.
  mutating func nextStatus() async throws -> FeedStatus {
    guard case .status(let status)? = await next() else {
      Issue.record("The next event is not a status")
      throw CancellationError()
    }
    return status
  }

  /// Starts the link and takes what comes until it is live.
  mutating func live() async -> FakeLink {
    await socket.start()
    #expect(await next() == .status(.connecting))
    return await bringLive(0)
  }

  /// Opens connection number `index`, lets it say a heartbeat, and takes what that brings.
  mutating func bringLive(_ index: Int) async -> FakeLink {
    let link = await connector.link(index)
    link.open()
    #expect(await next() == .connected)
    link.say("beat")
    #expect(await next() == .status(.live))
    #expect(await next() == .burst([beat(0)], at: clock.now))
    return link
  }

  /// Lets time pass in steps of a second, each after somebody sleeps.
  func pass(seconds: Int, each: () -> Void = {}) async {
    for _ in 0..<seconds {
      await clock.sleepers(1)
      clock.advance(by: .seconds(1))
      each()
    }
    await clock.sleepers(1)
  }
}
