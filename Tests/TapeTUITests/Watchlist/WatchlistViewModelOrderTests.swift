import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

@MainActor @Suite(.timeLimit(.minutes(4))) struct WatchlistViewModelOrderTests {
  private func order(_ stage: WatchlistStage) -> [String] { stage.state.rows.map(\.id.text) }

  private func selected(_ stage: WatchlistStage) -> String? {
    stage.state.selection.map { stage.state.rows[$0].id.text }
  }

  private func stage(_ names: String, visible: Int = 10) async throws -> WatchlistStage {
    let instruments = try names.split(separator: " ").map {
      Instrument(symbol: try QuoteSamples.symbol(String($0)), name: "")
    }
    let stage = WatchlistStage(.success(instruments))
    stage.model.visibleRowsChanged(visible)
    stage.model.onAppear()
    await stage.until { $0.list == .loaded }
    return stage
  }

  /// Takes `count` steps of the order.
  private func press(_ stage: WatchlistStage, _ count: Int) {
    for _ in 0..<count { stage.model.perform(.cycleOrder) }
  }

  private func live(_ name: String, _ last: Money?, reference: Money? = nil) throws -> LiveQuote {
    let quote = Quote(
      symbol: try QuoteSamples.symbol(name), sequence: 1, last: last,
      reference: reference.map { Reference(kind: .previousClose, price: $0) }, time: QuoteSamples.time)
    return LiveQuote(quote: quote, freshness: .live)
  }

  @Test(
    "The last price sorts as the number shown, across currencies and scales, and a dash is last both ways",
    arguments: [(false, "C B E A D N"), (true, "D A E B C N")])
  func last(isReversed: Bool, expected: String) async throws {
    let stage = try await stage("A N B C D E")
    stage.quotes.send([
      try live("A", QuoteSamples.money(9, "USD", scale: 0)), try live("B", QuoteSamples.money(1000)),
      try live("C", QuoteSamples.money(100_000_001, "XYZ", scale: 6)),
      try live("D", QuoteSamples.money(-100)),
      try live("E", QuoteSamples.money(9_999_999, scale: 6)), try live("N", nil),
    ])
    await stage.batches(1)
    press(stage, 3)
    if isReversed { stage.model.perform(.reverseOrder) }
    #expect(order(stage).joined(separator: " ") == expected)
    press(stage, 1)
    #expect(order(stage).joined(separator: " ") == "A N B C D E")
    #expect(!stage.state.isReversed)
  }

  @Test("Percent sorts from the largest rise to the largest fall")
  func percent() async throws {
    let stage = try await stage("A B C D")
    let reference = QuoteSamples.money(10_000)
    stage.quotes.send([
      try live("A", QuoteSamples.money(9_000), reference: reference),
      try live("B", QuoteSamples.money(10_900), reference: reference),
      try live("C", QuoteSamples.money(99_999)),
      try live("D", QuoteSamples.money(11_000), reference: reference),
    ])
    await stage.batches(1)
    press(stage, 2)
    #expect(order(stage) == ["D", "B", "A", "C"])
  }

  @Test("Symbols sort by name, whatever the prices do")
  func symbol() async throws {
    let stage = try await stage("B C A")
    press(stage, 1)
    #expect(order(stage) == ["A", "B", "C"])
    #expect(selected(stage) == "B")
    stage.quotes.send([QuoteSamples.live(try QuoteSamples.symbol("C"), 100)])
    await stage.batches(1)
    #expect(order(stage) == ["A", "B", "C"])
    #expect(stage.state.rows[2].price?.text == "€1.00")
  }

  @Test("Rows move at most once a second, the newest prices deciding, and nothing flashes for it")
  func pace() async throws {
    let stage = try await stage("A B")
    let (one, two) = (try QuoteSamples.symbol("A"), try QuoteSamples.symbol("B"))
    stage.quotes.send([QuoteSamples.live(one, 100), QuoteSamples.live(two, 50)])
    await stage.batches(1)
    press(stage, 3)
    #expect(order(stage) == ["A", "B"])
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(300))
    await stage.until { _ in stage.quotes.watched.count == 4 }

    stage.quotes.send([QuoteSamples.live(two, 150)])
    await stage.batches(2)
    #expect(order(stage) == ["A", "B"])
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(699))
    #expect(stage.clock.sleeperCount == 1)
    #expect(order(stage) == ["A", "B"])
    stage.clock.advance(by: .milliseconds(1))
    await stage.until { $0.rows.first?.id == two }

    stage.quotes.send([QuoteSamples.live(two, 50)])
    await stage.batches(3)
    #expect(order(stage) == ["B", "A"])
    stage.quotes.send([QuoteSamples.live(two, 60)])
    await stage.batches(4)
    #expect(order(stage) == ["B", "A"])
    await stage.clock.sleepers()
    stage.clock.advance(by: .seconds(1))
    await stage.until { $0.rows.first?.id == one }

    // After a quiet spell the first change moves its row at once.
    stage.clock.advance(by: .seconds(5))
    stage.quotes.send([QuoteSamples.live(two, 200)])
    await stage.batches(5)
    #expect(order(stage) == ["B", "A"])
    #expect(stage.state.rows.first { $0.id == one }?.flash == nil)
  }

  @Test("The selection stays with its symbol and on the screen while rows move around it")
  func selection() async throws {
    let names = (0..<30).map { "S\($0)" }
    let stage = try await stage(names.joined(separator: " "), visible: 5)
    stage.quotes.send(
      try names.enumerated().map { QuoteSamples.live(try QuoteSamples.symbol($1), 1000 + $0) })
    await stage.batches(1)
    stage.model.perform(.selectNext)
    press(stage, 3)
    #expect(order(stage).first == "S29")
    #expect(selected(stage) == "S1")
    let visible = stage.state.firstVisible..<(stage.state.firstVisible + 5)
    #expect(visible.contains(stage.state.selection ?? -1))
    stage.model.fetchList()
    await stage.until { [list = stage.list] _ in list.calls == 2 }
    for _ in 0..<50 { await Task.yield() }
    #expect(order(stage).first == "S29")
    #expect(selected(stage) == "S1")
    stage.quotes.send(
      QuoteBatch(
        changes: [:], feed: QuoteSamples.reconnecting(since: stage.clock.now), connections: 1))
    await stage.batches(2)
    #expect(selected(stage) == "S1")
    press(stage, 1)
    #expect(order(stage) == names)
    #expect(selected(stage) == "S1")
  }

  @Test("Sorting by a value watches the whole list, the rows that are not seen slowly; other orders do not")
  func watch() async throws {
    let stage = try await stage((0..<30).map { "S\($0)" }.joined(separator: " "), visible: 5)
    press(stage, 1)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(300))
    await stage.until { _ in stage.quotes.watched.count == 3 }
    #expect(stage.quotes.backgrounds.last == [])
    press(stage, 1)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(300))
    await stage.until { _ in stage.quotes.watched.count == 5 }
    #expect(stage.quotes.watched[3].count == 8)
    #expect(stage.quotes.backgrounds.last?.count == 30)
    let gone = try #require(stage.state.rows.last)
    stage.quotes.send([QuoteSamples.live(gone.id, 100)])
    await stage.batches(1)
    press(stage, 2)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(300))
    await stage.until { _ in stage.quotes.watched.count == 6 }
    #expect(stage.quotes.backgrounds.last == [])
    let row = try #require(stage.state.rows.first { $0.id == gone.id })
    #expect((row.staleSince != nil) == !(try #require(stage.quotes.watched.last).contains(gone.id)))
  }

  @Test("Rows that sorting brings to the screen are asked for faster, while the watch of the list goes on")
  func moved() async throws {
    let names = (0..<30).map { "S\($0)" }
    let stage = try await stage(names.joined(separator: " "), visible: 5)
    press(stage, 3)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(300))
    await stage.until { _ in stage.quotes.watched.count == 4 }
    let last = try QuoteSamples.symbol("S29")
    stage.clock.advance(by: .seconds(1))
    stage.quotes.send(
      try names.enumerated().map { QuoteSamples.live(try QuoteSamples.symbol($1), 1000 + $0) }, to: 3)
    await stage.batches(1)
    #expect(order(stage).first == "S29")
    stage.model.perform(.selectFirst)
    await stage.clock.sleepers()
    stage.clock.advance(by: .milliseconds(300))
    await stage.until { _ in stage.quotes.watched.count == 5 }
    #expect(stage.quotes.backgrounds.last == [])
    #expect(try #require(stage.quotes.watched.last).contains(last))
    #expect(!stage.state.rows.contains { $0.staleSince != nil })
    stage.quotes.send([QuoteSamples.live(last, 2000)], to: 3)
    await stage.batches(2)
    #expect(stage.state.rows.first?.price?.text == "€20.00")
    // What the rows near the eyes are held by tells nothing by itself.
    stage.quotes.send([QuoteSamples.live(last, 3000)])
    stage.model.stop()
    #expect(stage.state.rows.first?.price?.text == "€20.00")
  }
}
