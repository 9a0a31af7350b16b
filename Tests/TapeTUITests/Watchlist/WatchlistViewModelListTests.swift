import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor @Suite(.timeLimit(.minutes(4))) struct WatchlistViewModelListTests {
  private static let failure = WatchlistError(sentence: "The list server does not answer.")
  private static let refusal = WatchlistError(sentence: "The token was refused.", isRefusal: true)

  @Test("A list that could not be fetched is tried again after a second, then two")
  func backoff() async throws {
    let stage = WatchlistStage(
      .failure(Self.failure), .failure(Self.failure), .success(try QuoteSamples.instruments(2)))
    stage.model.onAppear()
    await stage.until { $0.list.isFailed }
    #expect(stage.state.list == .failed("The list server does not answer. Trying again; r tries at once."))
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(999))
    #expect(stage.list.calls == 1)
    stage.clock.advance(by: .milliseconds(1))
    await stage.clock.sleepers()
    #expect(stage.list.calls == 2)
    stage.clock.advance(by: .seconds(2))
    await stage.until { $0.list == .loaded }
    #expect(stage.state.rows.count == 2)
  }

  @Test("A list server that asks for patience gets it")
  func retryAfter() async throws {
    let busy = WatchlistError(sentence: "Too busy.", retryAfter: .seconds(40))
    let stage = WatchlistStage(.failure(busy), .success(try QuoteSamples.instruments(2)))
    stage.model.onAppear()
    await stage.until { $0.list.isFailed }
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(39_999))
    #expect(stage.list.calls == 1)
    stage.clock.advance(by: .milliseconds(1))
    await stage.until { $0.list == .loaded }
  }

  @Test("A refused list waits for the user")
  func refused() async throws {
    let stage = WatchlistStage(.failure(Self.refusal), .success(try QuoteSamples.instruments(2)))
    stage.model.onAppear()
    await stage.until { $0.list == .failed("The token was refused.") }
    #expect(stage.clock.sleeperCount == 0)
    stage.model.perform(.retry)
    await stage.until { $0.list == .loaded }
    await stage.retries.called()
    #expect(stage.retries.count == 1)
  }

  @Test("A failed list is fetched again as soon as the link works")
  func linkComes() async throws {
    let stage = WatchlistStage(.failure(Self.failure), .success(try QuoteSamples.instruments(2)))
    stage.model.onAppear()
    await stage.until { $0.list.isFailed }
    stage.quotes.send([], feed: .live)
    await stage.until { $0.list == .loaded }
  }

  @Test("An empty list is told apart from one that is not there")
  func empty() async throws {
    let stage = try await WatchlistStage.started(rows: 0, visible: 10)
    #expect(stage.state.list == .empty)
    #expect(stage.state.selection == nil)
    stage.model.perform(.selectNext)
    stage.model.perform(.describeRow)
    #expect(stage.state.message == nil)
  }

  @Test("A symbol that the list names twice is one row")
  func duplicates() async throws {
    let twice = try QuoteSamples.instruments(2) + QuoteSamples.instruments(3)
    let stage = WatchlistStage(.success(twice))
    stage.model.onAppear()
    await stage.until { $0.list == .loaded }
    #expect(stage.state.rows.map(\.id.text) == ["S0", "S1", "S2"])
  }

  @Test("After a reconnect the list is fetched again: rows and selection follow their symbols")
  func refetch() async throws {
    let old = try QuoteSamples.instruments(4)
    let new = [
      Instrument(symbol: try QuoteSamples.symbol("NEW"), name: "New"), old[3],
      Instrument(symbol: old[1].symbol, name: "Renamed"), old[0],
    ]
    let stage = WatchlistStage(.success(old), .success(new))
    stage.model.visibleRowsChanged(10)
    stage.model.onAppear()
    await stage.until { $0.list == .loaded }
    stage.model.perform(.selectNext)
    stage.quotes.send(old.map { QuoteSamples.live($0.symbol, 100) })
    await stage.batches(1)
    #expect(stage.list.calls == 1)
    stage.quotes.send(
      [QuoteSamples.stale(old[1].symbol, 100)], feed: QuoteSamples.reconnecting(since: stage.clock.now))
    stage.quotes.send([], feed: .live, connections: 2)
    await stage.until { $0.rows.first?.id.text == "NEW" }
    #expect(stage.state.rows.map(\.id.text) == ["NEW", "S3", "S1", "S0"])
    #expect(stage.state.rows.map(\.price?.text) == [nil, "€1.00", "€1.00", "€1.00"])
    #expect(stage.state.selection == 2)
    #expect(stage.state.rows[2].name == "Renamed")
    #expect(stage.state.rows[2].accessibilityLabel == "Renamed, 1 euro, may be out of date")
    #expect(stage.quotes.watched.last == Set(new.map(\.symbol)))
    stage.quotes.send([QuoteSamples.live(old[1].symbol, 100)], connections: 2)
    await stage.batches(4)
    #expect(stage.state.rows[2].flash == nil)
  }

  @Test("A list that cannot be fetched again stays, and the user is told")
  func failedRefetch() async throws {
    let stage = WatchlistStage(.success(try QuoteSamples.instruments(2)), .failure(Self.failure))
    stage.model.onAppear()
    await stage.until { $0.list == .loaded }
    stage.quotes.send([], feed: .live, connections: 1)
    stage.quotes.send([], feed: QuoteSamples.reconnecting(since: stage.clock.now))
    stage.quotes.send([], feed: .live, connections: 2)
    await stage.until { $0.message != nil }
    #expect(stage.state.list == .loaded)
    #expect(stage.state.rows.count == 2)
    await stage.clock.sleepers()
    stage.model.perform(.dismiss)
    stage.clock.advance(by: .seconds(1))
    await stage.clock.sleepers()
    #expect(stage.state.message == nil)
  }
}
