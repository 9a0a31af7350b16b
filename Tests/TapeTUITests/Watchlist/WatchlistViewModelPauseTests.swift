import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor @Suite(.timeLimit(.minutes(4))) struct WatchlistViewModelPauseTests {
  @Test(
    "A paused screen keeps its prices and orders, says the link's state, and shows the newest at once after")
  func pause() async throws {
    let stage = try await WatchlistStage.started(rows: 3, visible: 3)
    let symbol = try QuoteSamples.symbol("S0")
    stage.quotes.send([QuoteSamples.live(symbol, 100)])
    await stage.batches(1)
    stage.model.perform(.togglePause)
    #expect(stage.state.isPaused)
    stage.quotes.send([QuoteSamples.live(symbol, 200)])
    stage.quotes.send(
      [QuoteSamples.live(symbol, 300)], feed: QuoteSamples.reconnecting(since: stage.clock.now))
    await stage.batches(3)
    #expect(stage.state.rows[0].price?.text == "€1.00")
    #expect(stage.state.link == .reconnecting)
    stage.model.perform(.togglePause)
    #expect(!stage.state.isPaused)
    #expect(stage.state.rows[0].price?.text == "€3.00")
    #expect(stage.state.rows[0].direction == .up)
    #expect(stage.state.rows[0].flash == nil)
  }

  @Test("What stopped being watched or proven during the pause is stale after it")
  func staleAfter() async throws {
    let stage = try await WatchlistStage.started(rows: 100, visible: 10)
    let (left, lost) = (try QuoteSamples.symbol("S0"), try QuoteSamples.symbol("S12"))
    stage.quotes.send([QuoteSamples.live(left, 100), QuoteSamples.live(lost, 100)])
    await stage.batches(1)
    stage.model.perform(.togglePause)
    stage.quotes.send([QuoteSamples.live(left, 200), QuoteSamples.live(lost, 200)])
    await stage.batches(2)
    stage.model.perform(.pageDown)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(300))
    await stage.until { _ in stage.quotes.watched.count == 3 }
    stage.quotes.send(QuoteBatch(changes: [lost: LiveQuote(absence: .waiting)], feed: .live))
    await stage.batches(3)
    stage.model.perform(.togglePause)
    for index in [0, 12] {
      #expect(stage.state.rows[index].price?.text == "€2.00")
      #expect(stage.state.rows[index].staleSince == QuoteSamples.time)
    }
  }

  @Test("Rows of a paused screen do not move")
  func order() async throws {
    let stage = try await WatchlistStage.started(rows: 2, visible: 2)
    let symbols = try QuoteSamples.instruments(2).map(\.symbol)
    stage.quotes.send([QuoteSamples.live(symbols[0], 200), QuoteSamples.live(symbols[1], 100)])
    await stage.batches(1)
    for _ in 0..<3 { stage.model.perform(.cycleOrder) }
    stage.model.perform(.togglePause)
    stage.clock.advance(by: .seconds(5))
    stage.quotes.send([QuoteSamples.live(symbols[1], 300)])
    await stage.batches(2)
    #expect(stage.state.rows.map(\.id) == symbols)
    stage.model.perform(.togglePause)
    #expect(stage.state.rows.map(\.id) == symbols.reversed())
  }

  @Test("A row that is asked for while paused says so, and how old its price is")
  func sentence() async throws {
    let stage = try await WatchlistStage.started(rows: 1, visible: 1)
    stage.quotes.send([QuoteSamples.live(try QuoteSamples.symbol("S0"), 100)])
    await stage.batches(1)
    stage.model.perform(.togglePause)
    stage.model.perform(.describeRow)
    #expect(stage.state.message?.contains(", paused, ") == true)
  }

  @Test("Every row knows the time of its price, live or not")
  func priceTime() async throws {
    let stage = try await WatchlistStage.started(rows: 2, visible: 2)
    stage.quotes.send([QuoteSamples.live(try QuoteSamples.symbol("S0"), 100)])
    await stage.batches(1)
    #expect(stage.state.rows.map(\.priceTime) == [QuoteSamples.time, nil])
    #expect(stage.state.rows[0].staleSince == nil)
    stage.model.perform(.toggleAges)
    #expect(stage.state.showsAges)
    stage.model.perform(.toggleAges)
    #expect(!stage.state.showsAges)
  }
}
