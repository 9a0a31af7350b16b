import Foundation
import Synchronization
import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeTUI

/// A screen with everything around it: a list, prices that the test sends, a terminal and a clock.
@MainActor
final class ScreenStage {
  let clock = ManualClock()
  let terminal: FakeTerminal
  let model: WatchlistViewModel
  let screen: WatchlistScreen
  let prices = FakePrices()
  private var sent = 0
  private var isOver = false

  init(
    symbols: Int = 3, tick: Duration = .milliseconds(250),
    options: WatchlistRenderer.Options = WatchlistRenderer.Options(), demo: DemoControls? = nil
  ) throws {
    terminal = FakeTerminal()
    let instruments = try (0..<symbols).map { number in
      Instrument(symbol: try #require(Symbol("S\(number)")), name: "Name \(number)")
    }
    model = WatchlistViewModel(
      listName: "List", source: Fixture.demo, watchlist: FixedList(list: instruments), watch: prices,
      time: clock.source, tick: tick, locale: Locale(identifier: "en_US_POSIX"), retryLink: {})
    screen = WatchlistScreen(
      model: model, terminal: terminal, time: clock.source,
      zone: .utc, options: options, demo: demo,
      suspendLink: { [prices] in prices.send(QuoteBatch(changes: [:], feed: .suspended)) }, resumeLink: {})
  }

  /// Runs the screen until it has drawn the list, then what the test does, then quits.
  func run(_ body: () async throws -> Void) async throws {
    let screen = screen
    let running = Task { await screen.run() }
    try await until { self.terminal.canvases.last?.text.contains("S0") ?? false }
    try await body()
    terminal.send(.keys([.character("q")]))
    #expect(await running.value == .quit)
    #expect(clock.sleeperCount == 0)
  }

  /// Sends a price of a symbol and returns when the model has it.
  func price(_ units: Int, of symbol: Int = 0, freshness: Freshness = .live) async throws {
    try await batch(QuoteBatch(changes: [symbolNamed(symbol): quote(units, symbol, freshness)], feed: .live))
  }

  /// Sends a batch and returns when the model has it.
  func batch(_ batch: QuoteBatch) async throws {
    let before = model.batchCount
    prices.send(batch)
    try await until { self.model.batchCount > before }
  }

  func symbolNamed(_ number: Int) -> Symbol { model.viewState.rows[number].id }

  func quote(_ units: Int, _ symbol: Int, _ freshness: Freshness) -> LiveQuote {
    let price = Money(minorUnits: units, currency: "EUR", scale: 2)
    let quote = Quote(
      symbol: symbolNamed(symbol), sequence: units, last: price, reference: nil, time: clock.source.wall)
    return LiveQuote(quote: quote, freshness: freshness)
  }

  /// Lets other tasks run until something holds.
  func until(_ holds: () -> Bool) async throws {
    for _ in 0..<20_000 {
      if holds() { return }
      await Task.yield()
    }
    try #require(holds(), "it never came to hold")
  }

  /// Lets every task that is ready run; what has not happened then happens only when time passes.
  func settle() async {
    for _ in 0..<200 { await Task.yield() }
  }
}

/// Prices that the test sends to whoever watches now.
final class FakePrices: WatchQuotesUseCase {
  private let watcher = Mutex<AsyncStream<QuoteBatch>.Continuation?>(nil)

  func watch(_ symbols: Set<Symbol>) -> AsyncStream<QuoteBatch> {
    let (stream, continuation) = AsyncStream<QuoteBatch>.makeStream()
    watcher.withLock { $0 = continuation }
    return stream
  }

  func send(_ batch: QuoteBatch) {
    watcher.withLock { _ = $0?.yield(batch) }
  }
}

/// A list that never changes.
struct FixedList: WatchlistRepository {
  let list: [Instrument]

  func instruments() async throws -> [Instrument] { list }
}
