import TapeDomain
import TapeTestSupport
import TapeWebSocket
import Testing

@testable import TapeData

@Suite(.timeLimit(.minutes(4))) struct PolledQuoteSocketTests {
  private let a = Fixtures.symbol("A")
  private let b = Fixtures.symbol("B")
  private let clock = ManualClock()
  private let bench = PollBench()
  private let recorder = PollRecorder()

  private func socket(_ terms: PollTerms = .free) -> PolledQuoteSocket {
    PolledQuoteSocket(
      source: PlainPollSource(terms), label: FeedSource(name: "PLAIN", quality: "", isSimulated: false),
      fetch: { [bench] request async throws(HTTPError) in try await bench.fetch(request).get() },
      time: clock.source, jitter: { 1000 }, recorder: recorder)
  }

  private func prices(_ event: QuoteSocketEvent?) -> [String] {
    guard case .burst(let messages, _)? = event else { return [] }
    return messages.compactMap { message in
      if case .snapshot(let patch) = message, case .set(let last) = patch.last {
        "\(patch.symbol)=\(last)"
      } else {
        nil
      }
    }
  }

  /// Takes events until one is wanted.
  private func next(
    _ events: inout AsyncStream<QuoteSocketEvent>.AsyncIterator, _ isWanted: (QuoteSocketEvent) -> Bool
  ) async -> QuoteSocketEvent? {
    while let event = await events.next(isolation: #isolation) {
      if isWanted(event) { return event }
    }
    return nil
  }

  @Test("It connects at once, is live with the first answer, and asks again after a period")
  func life() async {
    let socket = socket()
    var events = socket.frames().makeAsyncIterator()
    await socket.start()
    #expect(await events.next() == .status(.connecting))
    #expect(await events.next() == .connected)
    await socket.send(.subscribe([a, b], maxRate: 4))
    #expect(await bench.answer("A=1 B=2") == "http://poll.test/A,B")
    #expect(await next(&events) { $0 == .status(.live) } != nil)
    let burst = await next(&events) { !prices($0).isEmpty }
    #expect(prices(burst) == ["A=1", "B=2"])
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    await bench.answer("A=3 B=4")
    #expect(prices(await next(&events) { !prices($0).isEmpty }) == ["A=3", "B=4"])
    await socket.stop()
  }

  @Test("What nobody takes is not asked for again: the mailbox does not grow")
  func slowConsumer() async {
    let socket = socket()
    await socket.start()
    await socket.send(.subscribe([a], maxRate: 4))
    for _ in 0..<20 {
      await bench.answerIfAsked("A=1")
      for _ in 0..<50 { await Task.yield() }
      clock.advance(by: .seconds(10))
      for _ in 0..<50 { await Task.yield() }
    }
    await bench.answerIfAsked("A=1")
    #expect(await bench.count <= SocketMailbox.maximumReads, "twenty periods have passed")
    await socket.stop()
  }

  @Test("A price whose time is over is taken back, although nothing was answered")
  func silence() async {
    let socket = socket()
    var events = socket.frames().makeAsyncIterator()
    await socket.start()
    await socket.send(.subscribe([a], maxRate: 4))
    await bench.answer("A=1")
    _ = await next(&events) { !prices($0).isEmpty }
    // The second request is never answered.
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    let lost = await next(&events) {
      if case .burst(let messages, _) = $0 { messages.contains(.lost([a])) } else { false }
    }
    #expect(lost != nil)
    await socket.stop()
  }

  @Test("Ctrl-Z gives up what is under way, and its late answer is not heard")
  func suspending() async {
    let socket = socket()
    var events = socket.frames().makeAsyncIterator()
    await socket.start()
    await socket.send(.subscribe([a], maxRate: 4))
    while await bench.count == 0, !Task.isCancelled { await Task.yield() }
    await socket.suspend()
    await bench.answer("A=666")
    #expect(await next(&events) { $0 == .status(.suspended) } != nil)
    await socket.resume()
    await bench.answer("A=2")
    #expect(prices(await next(&events) { !prices($0).isEmpty }) == ["A=2"])
    await socket.stop()
  }

  @Test("What is recorded plays back to the same prices and losses")
  func recording() async throws {
    let socket = socket()
    var events = socket.frames().makeAsyncIterator()
    await socket.start()
    await socket.send(.subscribe([a], maxRate: 4))
    await bench.answer("A=1", headers: [HTTPHeader(name: "Date", value: "Sun, 06 Nov 1994 08:49:37 GMT")])
    _ = await next(&events) { !prices($0).isEmpty }
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    _ = await next(&events) {
      if case .burst(let messages, _) = $0 { messages.contains(.lost([a])) } else { false }
    }
    await socket.stop()
    var dialect = PolledDialect { _ in PlainPollSource() }
    dialect.begin()
    var messages: [FeedMessage] = []
    for line in recorder.lines where line.hasPrefix("{") {
      let bytes = Array(line.utf8)
      dialect.decode(bytes.span, into: &messages)
    }
    let kinds = messages.map { message in
      switch message {
      case .source(let source): "source \(source.quality)"
      case .heartbeat: "heartbeat"
      case .snapshot(let patch): "price \(patch.symbol)"
      case .lost(let symbols): "lost \(symbols)"
      default: "other"
      }
    }
    #expect(kinds == ["source polled every 10 s", "heartbeat", "price A", "lost [A]"])
  }

  @Test("Two runs with the same file spend one budget")
  func sharedFile() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/polls.json"
    let day = 20_788
    let first = PollRecordFile(path: path)
    let second = PollRecordFile(path: path)
    #expect(await first.update(PollRecord(day: day, spent: 8))?.spent == 0)
    #expect(await second.update(PollRecord(day: day, spent: 0))?.spent == 8)
    #expect(await second.update(PollRecord(day: day, spent: 5))?.spent == 8)
    #expect(await first.update(PollRecord(day: day, spent: 16))?.spent == 5)
    // Another run, later.
    #expect(await PollRecordFile(path: path).update(PollRecord(day: day, spent: 0))?.spent == 21)
    #expect(await PollRecordFile(path: path).update(PollRecord(day: day + 1, spent: 0))?.spent == 0)
  }
}
