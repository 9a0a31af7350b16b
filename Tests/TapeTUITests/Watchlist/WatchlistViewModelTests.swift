import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor @Suite(.timeLimit(.minutes(4))) struct WatchlistViewModelTests {
  @Test("The link is watched before the list is there, then the visible rows and three more at once")
  func start() async throws {
    let stage = try await WatchlistStage.started(rows: 50, visible: 10)
    #expect(stage.quotes.watched == [[], Set(try QuoteSamples.instruments(13).map(\.symbol))])
    #expect(stage.clock.sleeperCount == 0)
    #expect(stage.state.selection == 0)
    #expect(stage.state.rows.first?.condition == .waiting)
  }

  @Test("Prices are joined with the list by symbol, whatever comes for others")
  func join() async throws {
    let stage = try await WatchlistStage.started(rows: 3, visible: 3)
    let stranger = QuoteSamples.live(try QuoteSamples.symbol("STRANGE"), 1)
    stage.quotes.send([
      stranger, QuoteSamples.live(try QuoteSamples.symbol("S1"), 18_245, previousClose: 18_010),
    ])
    await stage.batches(1)
    #expect(stage.state.rows.map(\.price?.text) == [nil, "€182.45", nil])
    #expect(stage.state.link == .live)
  }

  @Test("Only what a batch names is formatted, in a list of 5,000")
  func costOfABatch() async throws {
    let stage = try await WatchlistStage.started(rows: 5000, visible: 40)
    let symbols = try QuoteSamples.instruments(40).map(\.symbol)
    stage.quotes.send(symbols.map { QuoteSamples.live($0, 100) })
    await stage.batches(1)
    let before = stage.model.book.formattedCount
    let quiet = stage.state.rows[1...]
    stage.quotes.send([QuoteSamples.live(symbols[0], 101)])
    await stage.batches(2)
    #expect(stage.model.book.formattedCount == before + 1)
    #expect(stage.state.rows[1...] == quiet)
    #expect(before == 40)
  }

  @Test("A batch writes into the rows where they are")
  func rowsStayInPlace() async throws {
    let stage = try await WatchlistStage.started(rows: 5000, visible: 40)
    let first = try QuoteSamples.symbol("S0")
    let address = stage.model.viewState.rows.withUnsafeBufferPointer(\.baseAddress)
    for number in 1...3 {
      stage.quotes.send([QuoteSamples.live(first, number)])
      await stage.batches(number)
    }
    #expect(stage.model.viewState.rows.withUnsafeBufferPointer(\.baseAddress) == address)
    #expect(stage.state.rows.first?.price?.text == "€0.03")
  }

  @Test("A heartbeat changes the clock and no row")
  func heartbeat() async throws {
    let stage = try await WatchlistStage.started(rows: 3, visible: 3)
    stage.quotes.send([QuoteSamples.live(try QuoteSamples.symbol("S0"), 100)])
    await stage.batches(1)
    let rows = stage.state.rows
    let formatted = stage.model.book.formattedCount
    stage.clock.advance(by: .seconds(3600))
    let clock = ServerClock(time: QuoteSamples.time, instant: stage.clock.now)
    stage.quotes.send(QuoteBatch(changes: [:], feed: .live, clock: clock))
    await stage.batches(2)
    #expect(stage.state.rows == rows)
    #expect(stage.state.rows.first?.staleSince == nil)
    #expect(stage.model.book.formattedCount == formatted)
    #expect(stage.state.clock == clock)
  }

  @Test("A move flashes at the moment of its batch; an equal price after a gap does not")
  func flash() async throws {
    let stage = try await WatchlistStage.started(rows: 1, visible: 1)
    let symbol = try QuoteSamples.symbol("S0")
    let prices = [
      QuoteSamples.live(symbol, 100), QuoteSamples.live(symbol, 101), QuoteSamples.stale(symbol, 101),
      QuoteSamples.live(symbol, 101),
    ]
    var flashes: [Int?] = []
    for (number, live) in prices.enumerated() {
      stage.clock.advance(by: .seconds(1))
      stage.quotes.send([live])
      await stage.batches(number + 1)
      flashes.append(stage.state.rows[0].flash?.count)
    }
    #expect(flashes == [nil, 1, 1, 1])
    #expect(stage.state.rows[0].flash?.start == stage.clock.now - .seconds(2))
    #expect(stage.state.rows[0].direction == .up)
  }

  @Test("An answer that is still awaited does not take away the price that is known")
  func waitingKeepsPrice() async throws {
    let stage = try await WatchlistStage.started(rows: 1, visible: 1)
    let symbol = try QuoteSamples.symbol("S0")
    stage.quotes.send([QuoteSamples.live(symbol, 100)])
    await stage.batches(1)
    stage.quotes.send(QuoteBatch(changes: [symbol: LiveQuote(absence: .waiting)], feed: .live))
    await stage.batches(2)
    #expect(stage.state.rows[0].price?.text == "€1.00")
    #expect(stage.state.rows[0].staleSince == QuoteSamples.time)
    stage.quotes.send(QuoteBatch(changes: [symbol: LiveQuote(absence: .unknownSymbol)], feed: .live))
    await stage.batches(3)
    #expect(stage.state.rows[0].price == nil)
    #expect(stage.state.rows[0].condition == .unknownSymbol)
  }

  @Test("Without a watch every price may be out of date; retry watches again")
  func watchEnds() async throws {
    let stage = try await WatchlistStage.started(rows: 1, visible: 1)
    stage.quotes.send([QuoteSamples.live(try QuoteSamples.symbol("S0"), 100)])
    await stage.batches(1)
    stage.quotes.finish()
    await stage.until { $0.rows[0].staleSince != nil }
    let count = stage.quotes.watched.count
    stage.model.retry()
    #expect(stage.quotes.watched.count == count + 1)
    await stage.retries.called()
  }

  @Test("After stop nothing is taken any more, and no price is shown as live")
  func stop() async throws {
    let stage = try await WatchlistStage.started(rows: 1, visible: 1)
    stage.quotes.send([QuoteSamples.live(try QuoteSamples.symbol("S0"), 100)])
    await stage.batches(1)
    stage.model.stop()
    #expect(stage.state.rows[0].staleSince == QuoteSamples.time)
    stage.model.visibleRowsChanged(3)
    stage.model.retry()
    #expect(stage.quotes.watched.count == 2)
    #expect(stage.clock.sleeperCount == 0)
  }
}
