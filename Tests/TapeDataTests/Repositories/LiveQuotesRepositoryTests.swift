import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

@Suite(.timeLimit(.minutes(4))) struct LiveQuotesRepositoryTests {
  private let socket = FakeQuoteSocket()
  private let clock = ManualClock()

  private func start() -> (repository: LiveQuotesRepository, running: Task<Void, Never>) {
    let repository = LiveQuotesRepository(socket: socket, time: clock.source, maxRate: 4)
    return (repository, Task { await repository.run() })
  }

  private func snapshot(_ name: String, _ number: Int) throws -> FeedMessage {
    var patch = try BookDriver.patch(name, number)
    patch.currency = "EUR"
    return .snapshot(patch)
  }

  private func burst(_ messages: FeedMessage...) -> QuoteSocketEvent {
    .burst(messages, at: clock.now)
  }

  private func sequence(_ event: QuoteEvent) -> Int? {
    if case .quote(let quote) = event { quote.sequence } else { nil }
  }

  @Test("A burst reaches the watcher as one element")
  func burst() async throws {
    let (repository, running) = start()
    defer { running.cancel() }
    let symbol = try BookDriver.symbol("A")
    var watch = repository.events(for: [symbol]).makeAsyncIterator()
    #expect(await watch.next() == [.feed(.connecting), .absent(symbol, .waiting)])
    socket.say(.connected, .status(.live))
    while let events = await watch.next(), !events.contains(.feed(.live)) {}
    #expect(await socket.requests(1) == [.send(.subscribe([symbol], maxRate: 4))])
    let updates = try (11...20).map { FeedMessage.update(try BookDriver.patch("A", $0)) }
    socket.say(.burst([try snapshot("A", 10)] + updates, at: clock.now))
    let events = try #require(await watch.next())
    #expect(events.count == 1)
    #expect(events.compactMap(sequence) == [20])
  }

  @Test("A slow watcher gets the newest of each symbol and every interruption")
  func slowWatcher() async throws {
    let (repository, running) = start()
    defer { running.cancel() }
    let symbols = try ["A", "B", "LAST"].map(BookDriver.symbol)
    var fast = repository.events(for: [symbols[2]]).makeAsyncIterator()
    var slow = repository.events(for: Set(symbols)).makeAsyncIterator()
    var view = WatcherView()
    view.add(await slow.next() ?? [])
    _ = await fast.next()
    socket.say(.connected, .status(.live), burst(try snapshot("A", 10), try snapshot("B", 10)))
    for number in 11..<1_000 { socket.say(burst(.update(try BookDriver.patch("A", number)))) }
    socket.say(burst(.update(try BookDriver.patch("B", 12))), .status(.suspended))
    socket.say(.connected, .status(.live), burst(try snapshot("A", 1), try snapshot("LAST", 1)))
    var isThrough = false
    while !isThrough, let events = await fast.next() {
      isThrough = events.contains { sequence($0) != nil }
    }
    let events = try #require(await slow.next())
    view.add(events)
    #expect(events.count < 10)
    #expect(view.statuses.suffix(2) == [.suspended, .live])
    #expect(view.quotes[symbols[0]]?.quote?.sequence == 1)
    #expect(view.quotes[symbols[0]]?.isLive == true)
    #expect(view.quotes[symbols[1]]?.quote?.sequence == 10)
    #expect(view.quotes[symbols[1]]?.isLive == false)
  }

  @Test("A cancelled watcher releases its symbols, which are unsubscribed 2 s later")
  func cancellation() async throws {
    let (repository, running) = start()
    defer { running.cancel() }
    let symbol = try BookDriver.symbol("A")
    let (quotes, signal) = AsyncStream<Void>.makeStream()
    let consumer = Task {
      for await events in repository.events(for: [symbol])
      where events.contains(where: { sequence($0) != nil }) {
        signal.yield()
      }
    }
    socket.say(.connected, .status(.live))
    _ = await socket.requests(1)
    socket.say(burst(try snapshot("A", 10)))
    for await _ in quotes.prefix(1) {}
    letTheSnapshotTimerEnd()
    consumer.cancel()
    await consumer.value
    await clock.sleepers()
    clock.advance(by: .seconds(2))
    #expect(await socket.requests(2).last == .send(.unsubscribe([symbol])))
  }

  @Test("A stream that is dropped releases its symbols too")
  func droppedStream() async throws {
    let (repository, running) = start()
    defer { running.cancel() }
    let symbol = try BookDriver.symbol("A")
    socket.say(.connected, .status(.live))
    do {
      var watch = repository.events(for: [symbol]).makeAsyncIterator()
      _ = await watch.next()
      _ = await socket.requests(1)
      socket.say(burst(try snapshot("A", 10)))
      while let events = await watch.next(), !events.contains(where: { sequence($0) != nil }) {}
      letTheSnapshotTimerEnd()
    }
    await clock.sleepers()
    clock.advance(by: .seconds(2))
    #expect(await socket.requests(2).last == .send(.unsubscribe([symbol])))
  }

  /// The timer of a snapshot that came sleeps on; after it nothing sleeps until a symbol is released.
  private func letTheSnapshotTimerEnd() {
    clock.advance(by: .seconds(3))
  }

  @Test("The timer asks again for a snapshot that does not come")
  func timer() async throws {
    let (repository, running) = start()
    defer { running.cancel() }
    let symbol = try BookDriver.symbol("A")
    var watch = repository.events(for: [symbol]).makeAsyncIterator()
    _ = await watch.next()
    socket.say(.connected, .status(.live))
    _ = await watch.next()
    await clock.sleepers()
    clock.advance(by: .seconds(3))
    #expect(await socket.requests(2).last == .send(.resync([symbol])))
    await clock.sleepers()
    clock.advance(by: .milliseconds(3_500))
    #expect(await socket.requests(3).last == .send(.resync([symbol])))
    #expect(await repository.statistics().resyncs == 2)
  }

  @Test("What was not sent before a connection is not sent on it: the whole set is")
  func noQueue() async throws {
    let (repository, running) = start()
    defer { running.cancel() }
    let symbols = try ["A", "B"].map(BookDriver.symbol)
    var first = repository.events(for: [symbols[0]]).makeAsyncIterator()
    var second = repository.events(for: [symbols[1]]).makeAsyncIterator()
    _ = await first.next()
    _ = await second.next()
    socket.say(.connected)
    #expect(await socket.requests(1) == [.send(.subscribe(symbols, maxRate: 4))])
  }

  @Test("Too many malformed frames make the socket fail with 1002")
  func failure() async throws {
    let (repository, running) = start()
    defer { running.cancel() }
    socket.say(.connected, .burst(Array(repeating: .malformed(reason: "x"), count: 100), at: clock.now))
    guard case .fail(1_002, _)? = await socket.requests(1).first else {
      Issue.record("not failed")
      return
    }
    #expect(await repository.statistics().malformed == 100)
  }

  @Test("When the socket has no more to say, nothing stays live")
  func end() async throws {
    let (repository, running) = start()
    let symbol = try BookDriver.symbol("A")
    var watch = repository.events(for: [symbol]).makeAsyncIterator()
    var view = WatcherView()
    view.add(await watch.next() ?? [])
    socket.say(.connected, .status(.live), burst(try snapshot("A", 10)))
    while view.quotes[symbol]?.isLive != true { view.add(await watch.next() ?? []) }
    socket.finish()
    await running.value
    view.add(await watch.next() ?? [])
    #expect(view.quotes[symbol]?.isLive == false)
    #expect(view.statuses.last == .suspended)
  }
}
