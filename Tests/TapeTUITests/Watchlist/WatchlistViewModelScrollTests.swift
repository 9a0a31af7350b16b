import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor @Suite(.timeLimit(.minutes(4))) struct WatchlistViewModelScrollTests {
  private func symbols(_ range: Range<Int>) throws -> Set<Symbol> {
    Set(try range.map { try QuoteSamples.symbol("S\($0)") })
  }

  @Test("The watch follows scrolling after a rest of 300 ms")
  func settles() async throws {
    let stage = try await WatchlistStage.started(rows: 100, visible: 10)
    stage.model.perform(.pageDown)
    #expect(stage.state.firstVisible == 10)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(299))
    stage.model.perform(.pageDown)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(299))
    #expect(stage.clock.sleeperCount == 1)
    #expect(stage.quotes.watched.count == 2)
    stage.clock.advance(by: .milliseconds(1))
    await stage.until { _ in stage.quotes.watched.count == 3 }
    #expect(stage.quotes.watched.last == (try symbols(17..<33)))
  }

  @Test("A step that leaves the same rows on the screen does not make the rest longer")
  func stepWithinScreen() async throws {
    let stage = try await WatchlistStage.started(rows: 100, visible: 10)
    stage.model.perform(.pageDown)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(200))
    stage.model.perform(.selectNext)
    stage.clock.advance(by: .milliseconds(100))
    await stage.until { _ in stage.quotes.watched.count == 3 }
    #expect(stage.state.selection == 11)
  }

  @Test("A fling there and back changes no watch")
  func fling() async throws {
    let stage = try await WatchlistStage.started(rows: 100, visible: 10)
    stage.model.perform(.selectLast)
    await stage.clock.sleepers()
    stage.model.perform(.selectFirst)
    #expect(stage.clock.sleeperCount == 0)
    stage.clock.advance(by: .seconds(5))
    #expect(stage.quotes.watched.count == 2)
  }

  @Test("A row that leaves the watch keeps its price, stale at once, and does not flash when it comes back")
  func leavingRows() async throws {
    let stage = try await WatchlistStage.started(rows: 100, visible: 10)
    let first = try QuoteSamples.symbol("S0")
    let stays = try QuoteSamples.symbol("S12")
    stage.quotes.send([QuoteSamples.live(first, 100), QuoteSamples.live(stays, 100)])
    await stage.batches(1)
    stage.model.perform(.pageDown)
    await stage.clock.sleepers()
    #expect(stage.state.rows[0].staleSince == nil)
    stage.clock.advance(by: .milliseconds(300))
    await stage.until { $0.rows[0].staleSince == QuoteSamples.time }
    #expect(stage.state.rows[0].price?.text == "€1.00")
    #expect(stage.state.rows[12].staleSince == nil)

    stage.quotes.send([QuoteSamples.live(stays, 101)])
    await stage.batches(2)
    #expect(stage.state.rows[12].flash?.count == 1)

    stage.model.perform(.selectFirst)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(300))
    await stage.until { _ in stage.quotes.watched.count == 4 }
    #expect(stage.state.rows[0].staleSince == QuoteSamples.time)
    stage.quotes.send([QuoteSamples.live(first, 105)])
    await stage.batches(3)
    #expect(stage.state.rows[0].staleSince == nil)
    #expect(stage.state.rows[0].flash == nil)
    #expect(stage.state.rows[0].direction == .up)
  }

  @Test("A batch of a watch that was replaced is dropped")
  func generation() async throws {
    let stage = try await WatchlistStage.started(rows: 100, visible: 10)
    let shared = try QuoteSamples.symbol("S12")
    stage.model.perform(.pageDown)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(300))
    await stage.until { _ in stage.quotes.watched.count == 3 }
    stage.quotes.send(QuoteBatch(changes: [shared: QuoteSamples.live(shared, 666)], feed: .suspended), to: 1)
    stage.quotes.send([QuoteSamples.live(shared, 100)])
    await stage.batches(1)
    await Task.yield()
    #expect(stage.model.batchCount == 1)
    #expect(stage.state.rows[12].price?.text == "€1.00")
    #expect(stage.state.link == .live)
  }

  @Test("A screen that grows watches more after the rest, the first one at once")
  func resize() async throws {
    let stage = WatchlistStage(.success(try QuoteSamples.instruments(100)))
    stage.model.onAppear()
    await stage.until { $0.list == .loaded }
    #expect(stage.quotes.watched == [[]])
    stage.model.visibleRowsChanged(5)
    #expect(stage.quotes.watched.last == (try symbols(0..<8)))
    stage.model.visibleRowsChanged(7)
    #expect(stage.state.visibleCount == 7)
    #expect(stage.quotes.watched.count == 2)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(300))
    await stage.until { _ in stage.quotes.watched.count == 3 }
    #expect(stage.quotes.watched.last == (try symbols(0..<10)))
  }
}
