import TapeDomain
import TapeTestSupport
import Testing

@Suite(.timeLimit(.minutes(4)))
struct ThrottledWatchQuotesUseCaseTests {
  private let clock = ManualClock()
  private let quotes = FakeQuotesRepository()
  private let acme = Fixtures.symbol("ACME")
  private let bank = Fixtures.symbol("BNK")

  private func watch(_ symbols: Set<Symbol>, tick: Duration = .milliseconds(250)) -> AsyncStream<QuoteBatch> {
    ThrottledWatchQuotesUseCase(quotes: quotes, time: clock.source, tick: tick).watch(symbols)
  }

  @Test("What is known is replayed first, at once")
  func replay() async throws {
    quotes.say([.feed(.live), .quote(Fixtures.quote(acme, 100))])
    var batches = watch([acme]).makeAsyncIterator()
    let first = try #require(await batches.next())
    #expect(first.feed == .live)
    #expect(first.changes == [acme: Fixtures.live(acme, 100)])
  }

  @Test("Within a tick only the newest of each symbol goes out, and the tick is the smallest spacing")
  func throttled() async throws {
    quotes.say([.quote(Fixtures.quote(acme, 100)), .quote(Fixtures.quote(bank, 7))])
    var batches = watch([acme, bank]).makeAsyncIterator()
    _ = await batches.next()
    for price in 101...150 { quotes.say([.quote(Fixtures.quote(acme, price))]) }
    quotes.say([.quote(Fixtures.quote(bank, 8))])
    let before = clock.now
    let ticking = startTicking()
    let second = try #require(await batches.next())
    ticking.cancel()
    #expect((.milliseconds(250) ... .seconds(2)).contains(clock.now - before))
    #expect(second.changes == [acme: Fixtures.live(acme, 150), bank: Fixtures.live(bank, 8)])
  }

  @Test("The first change after a quiet spell goes out at once")
  func quietSpell() async throws {
    quotes.say([.quote(Fixtures.quote(acme, 100))])
    var batches = watch([acme]).makeAsyncIterator()
    _ = await batches.next()
    await clock.sleepers()
    clock.advance(by: .seconds(60))
    quotes.say([.quote(Fixtures.quote(acme, 101))])
    let next = try #require(await batches.next())
    #expect(next.changes[acme] == Fixtures.live(acme, 101))
  }

  @Test("A consumer that was too slow gets one merged batch with every symbol that changed")
  func merged() async throws {
    quotes.say([.quote(Fixtures.quote(acme, 100))])
    var batches = watch([acme, bank]).makeAsyncIterator()
    _ = await batches.next()
    for step in 1...4 {
      // The consumer does nothing; what came is taken in while it does not look.
      await clock.sleepers()
      quotes.say([.quote(Fixtures.quote(step.isMultiple(of: 2) ? acme : bank, 100 + step))])
      clock.advance(by: .milliseconds(250))
    }
    await clock.sleepers()
    let merged = try #require(await batches.next())
    #expect(merged.changes == [acme: Fixtures.live(acme, 104), bank: Fixtures.live(bank, 103)])
  }

  @Test("A change of freshness is a change, and keeps the price")
  func interrupted() async throws {
    quotes.say([.quote(Fixtures.quote(acme, 100))])
    var batches = watch([acme]).makeAsyncIterator()
    _ = await batches.next()
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    quotes.say([.interrupted([acme, bank])])
    let batch = try #require(await batches.next())
    let quote = Fixtures.quote(acme, 100)
    #expect(batch.changes == [acme: LiveQuote(quote: quote, freshness: .stale(since: quote.time))])
  }

  @Test("Nothing to say emits nothing: a burst that changes nothing waits for one that does")
  func nothingToSay() async throws {
    quotes.say([.quote(Fixtures.quote(acme, 100)), .feed(.live)])
    var batches = watch([acme]).makeAsyncIterator()
    _ = await batches.next()
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    // The same again, and a symbol nobody here watches.
    quotes.sayApart([[.quote(Fixtures.quote(acme, 100))], [.quote(Fixtures.quote(bank, 5))], [.feed(.live)]])
    quotes.sayApart([[.feed(.suspended)]])
    let batch = try #require(await batches.next())
    #expect(batch == QuoteBatch(changes: [:], feed: .suspended))
  }

  @Test("A price that went and came back within a tick is no change")
  func thereAndBack() async throws {
    quotes.say([.quote(Fixtures.quote(acme, 100))])
    var batches = watch([acme]).makeAsyncIterator()
    _ = await batches.next()
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    quotes.say([.quote(Fixtures.quote(acme, 101)), .quote(Fixtures.quote(acme, 100)), .feed(.suspended)])
    let batch = try #require(await batches.next())
    #expect(batch.changes.isEmpty)
  }

  @Test(
    "Cancelling the caller's task ends the stream, also while it waits for a tick, and releases the symbols")
  func cancelled() async throws {
    quotes.say([.quote(Fixtures.quote(acme, 100))])
    let stream = watch([acme])
    let consumer = Task {
      var count = 0
      for await _ in stream { count += 1 }
      return count
    }
    await clock.sleepers()
    consumer.cancel()
    #expect(await consumer.value == 1)
    await quotes.released()
  }

  @Test("A slow mode spaces by its own tick")
  func slowMode() async throws {
    quotes.say([.quote(Fixtures.quote(acme, 100))])
    var batches = watch([acme], tick: .seconds(1)).makeAsyncIterator()
    _ = await batches.next()
    quotes.say([.quote(Fixtures.quote(acme, 101))])
    let before = clock.now
    let ticking = startTicking()
    _ = await batches.next()
    ticking.cancel()
    #expect((.seconds(1) ... .seconds(8)).contains(clock.now - before))
  }

  @Test("No tick, however slow, delays what says that prices may be out of date, or that the link changed")
  func urgent() async throws {
    quotes.say([.feed(.live), .quote(Fixtures.quote(acme, 100))])
    var batches = watch([acme], tick: .seconds(60)).makeAsyncIterator()
    _ = await batches.next()
    let before = clock.now
    let ticking = startTicking()
    quotes.say([.feed(.suspended), .interrupted([acme])])
    let stale = try #require(await batches.next())
    #expect(stale.feed == .suspended)
    #expect(stale.changes[acme]?.isLive == false)
    quotes.say([.feed(.live), .quote(Fixtures.quote(acme, 100))])
    #expect(try #require(await batches.next()).changes[acme]?.isLive == true)
    ticking.cancel()
    #expect(clock.now - before < .seconds(20))
  }

  @Test("That a symbol waits and that the link is being made is what everybody assumes, and is not said")
  func assumed() async throws {
    quotes.sayApart([[.feed(.connecting), .absent(acme, .waiting)], [.quote(Fixtures.quote(acme, 100))]])
    var batches = watch([acme]).makeAsyncIterator()
    #expect(try #require(await batches.next()).changes == [acme: Fixtures.live(acme, 100)])
  }

  @Test("What goes out is what is newest when it may, also after a caller that was late to take")
  func inPhase() async throws {
    let stream = watch([acme])
    quotes.say([.quote(Fixtures.quote(acme, 100))])
    #expect(await Self.next(of: stream) == Fixtures.live(acme, 100))
    await clock.sleepers()
    quotes.say([.quote(Fixtures.quote(acme, 101))])
    clock.advance(by: .milliseconds(250))
    // 101 is in; it is taken 100 ms later, so that the next batch may go out 350 ms from here.
    await clock.sleepers()
    clock.advance(by: .milliseconds(100))
    #expect(await Self.next(of: stream) == Fixtures.live(acme, 101))
    quotes.say([.quote(Fixtures.quote(acme, 102))])
    let waiting = Task { await Self.next(of: stream) }
    clock.advance(by: .milliseconds(150))
    // The pump sleeps until the batch may go out, and so does the caller, since 102 is in.
    await clock.sleepers(2)
    clock.advance(by: .milliseconds(90))
    quotes.say([.quote(Fixtures.quote(acme, 103))])
    clock.advance(by: .milliseconds(10))
    #expect(await waiting.value == Fixtures.live(acme, 103))
  }

  private static func next(of stream: AsyncStream<QuoteBatch>) async -> LiveQuote? {
    var batches = stream.makeAsyncIterator()
    return await batches.next()?.changes.values.first
  }

  @Test("A notice of the source is passed on once")
  func notice() async throws {
    quotes.say([.notice("Maintenance at noon.")])
    var batches = watch([acme]).makeAsyncIterator()
    #expect(try #require(await batches.next()).notice == "Maintenance at noon.")
    clock.advance(by: .seconds(1))
    quotes.say([.quote(Fixtures.quote(acme, 100))])
    #expect(try #require(await batches.next()).notice == nil)
  }

  /// Moves the clock by 10 ms whenever somebody sleeps on it, until it is cancelled; it may run on a little while others
  /// are busy, so only bounds are exact that nothing may come before.
  private func startTicking() -> Task<Void, Never> {
    Task { [clock] in
      while !Task.isCancelled {
        await clock.sleepers()
        if !Task.isCancelled { clock.advance(by: .milliseconds(10)) }
      }
    }
  }
}
