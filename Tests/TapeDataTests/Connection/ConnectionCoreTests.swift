import TapeDomain
import TapeTestSupport
import TapeWebSocket
import Testing

@testable import TapeData

/// What is judged when a consumer or the socket thread comes first, before any timer runs.
@Suite(.timeLimit(.minutes(4))) struct ConnectionCoreTests {
  private let clock = ManualClock()
  private let core: ConnectionCore
  private let url = WebSocketURL(isSecure: true, host: "q.test", port: 443, resource: "/")

  init() {
    core = ConnectionCore(
      url: url, dialect: FakeDialect(), remedy: "", time: clock.source, jitter: { 1000 }, log: { _ in })
  }

  /// A live connection, and the event stream taken until then; no actor runs, so no timer does.
  private func live() async throws -> FakeLink {
    core.input { machine, now, _ in machine.start(at: now) }
    guard case .readToken(let request)? = core.takeWork().work else { throw CancellationError() }
    core.tokenRead(.success(nil), request: request)
    guard case .connect(_, let generation)? = core.takeWork().work else { throw CancellationError() }
    let handler = ConnectionHandler(core: core, generation: generation, dialect: FakeDialect())
    let link = FakeLink(url: url, handler: handler, clock: clock)
    core.attach(link, generation: generation)
    link.open()
    link.say("beat")
    for expected in [.status(.connecting), .connected, .status(.live), .burst([beat(0)], at: clock.now)]
      as [QuoteSocketEvent]
    {
      #expect(await core.next() == expected)
    }
    return link
  }

  @Test("Messages that a stopped process reads first are not shown: the link is dead before them")
  func readAfterStop() async throws {
    let link = try await live()
    clock.advance(by: .seconds(60))
    link.say("beat")
    guard case .status(.reconnecting(1, _, let since, _))? = await core.next() else {
      Issue.record("The first event is not the loss")
      return
    }
    #expect(since == clock.now)
    #expect(link.isAborted)
  }

  @Test("Messages that waited while the process was stopped are not shown")
  func takeAfterStop() async throws {
    let link = try await live()
    link.say("beat")
    clock.advance(by: .seconds(60))
    guard case .status(.reconnecting)? = await core.next() else {
      Issue.record("The first event is not the loss")
      return
    }
    #expect(link.isAborted)
  }

  @Test("Messages whose ping was not answered for 3 s are shown as late from the first one on")
  func lateBeforeShown() async throws {
    let link = try await live()
    let opened = clock.now
    for _ in 0..<3 {
      clock.advance(by: .seconds(1))
      link.say("beat")
    }
    #expect(await core.next() == .status(.late(since: opened + .seconds(3))))
    #expect(await core.next() == .burst([beat(1), beat(2), beat(3)], at: clock.now))
  }

  @Test("A pong of the same read does not make the messages before it timely")
  func pongAfterMessages() async throws {
    let link = try await live()
    clock.advance(by: .seconds(2))
    link.say("beat")
    core.alarmRang()
    clock.advance(by: .seconds(2))
    link.deliver([.text(ArraySlice("beat".utf8)), .pong(ArraySlice(PingPayload.bytes(of: 2)))])
    guard case .status(.late)? = await core.next() else {
      Issue.record("The messages are not late")
      return
    }
    #expect(await core.next() == .burst([beat(1), beat(2)], at: clock.now))
    #expect(await core.next() == .status(.live))
  }

  @Test("A cancelled consumer gets the end, and the next one gets the events")
  func cancelledConsumer() async throws {
    let link = try await live()
    let consumer = Task { await core.next() }
    consumer.cancel()
    #expect(await consumer.value == nil)
    link.say("beat")
    #expect(await core.next() == .burst([beat(1)], at: clock.now))
  }
}
