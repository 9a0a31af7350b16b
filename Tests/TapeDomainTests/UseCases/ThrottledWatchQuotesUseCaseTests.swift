import TapeDomain
import TapeTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
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
    async let advanced: Void = advanceWhenAsleep(by: .milliseconds(250))
    let second = try #require(await batches.next())
    await advanced
    #expect(clock.now - before == .milliseconds(250))
    #expect(second.changes == [acme: Fixtures.live(acme, 150), bank: Fixtures.live(bank, 8)])
  }

  @Test("The first change after a quiet spell goes out at once")
  func quietSpell() async throws {
    quotes.say([.quote(Fixtures.quote(acme, 100))])
    var batches = watch([acme]).makeAsyncIterator()
    _ = await batches.next()
    clock.advance(by: .seconds(60))
    quotes.say([.quote(Fixtures.quote(acme, 101))])
    let next = try #require(await batches.next())
    #expect(next.changes[acme] == Fixtures.live(acme, 101))
    #expect(clock.sleeperCount == 0)
  }

  @Test("A consumer that was too slow gets one merged batch with every symbol that changed")
  func merged() async throws {
    quotes.say([.quote(Fixtures.quote(acme, 100))])
    var batches = watch([acme, bank]).makeAsyncIterator()
    _ = await batches.next()
    for step in 1...10 {
      clock.advance(by: .milliseconds(250))
      quotes.say([.quote(Fixtures.quote(step.isMultiple(of: 2) ? acme : bank, 100 + step))])
    }
    let merged = try #require(await batches.next())
    #expect(merged.changes == [acme: Fixtures.live(acme, 110), bank: Fixtures.live(bank, 109)])
  }

  @Test("A change of freshness is a change, and keeps the price")
  func interrupted() async throws {
    quotes.say([.quote(Fixtures.quote(acme, 100))])
    var batches = watch([acme]).makeAsyncIterator()
    _ = await batches.next()
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
    clock.advance(by: .seconds(1))
    quotes.say([.quote(Fixtures.quote(acme, 101)), .quote(Fixtures.quote(acme, 100)), .feed(.suspended)])
    let batch = try #require(await batches.next())
    #expect(batch.changes.isEmpty)
  }

  @Test("Cancelling the caller's task ends the stream, also while it waits for a tick, and releases the symbols")
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
    async let advanced: Void = advanceWhenAsleep(by: .seconds(1))
    _ = await batches.next()
    await advanced
    #expect(clock.now - before == .seconds(1))
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

  private func advanceWhenAsleep(by duration: Duration) async {
    await clock.sleepers()
    clock.advance(by: duration)
  }
}
