import Synchronization
import TapeDomain

/// Watches that say what the test sends; they go on after their cancellation, as a batch on its way does.
final class FakeWatchQuotes: WatchQuotesUseCase {
  private struct State {
    var watches: [(symbols: Set<Symbol>, background: Set<Symbol>, channel: BatchChannel)] = []
  }

  private let state = Mutex(State())

  deinit {
    for watch in state.withLock({ $0.watches }) { watch.channel.finish() }
  }

  /// The symbols of every watch since the start.
  var watched: [Set<Symbol>] { state.withLock { $0.watches.map(\.symbols) } }

  /// What each of them watched in the background.
  var backgrounds: [Set<Symbol>] { state.withLock { $0.watches.map(\.background) } }

  func watch(_ symbols: Set<Symbol>) -> AsyncStream<QuoteBatch> {
    watch(symbols, background: [])
  }

  func watch(_ symbols: Set<Symbol>, background: Set<Symbol>) -> AsyncStream<QuoteBatch> {
    let channel = BatchChannel()
    state.withLock { $0.watches.append((symbols, background, channel)) }
    return AsyncStream(unfolding: { await channel.next() })
  }

  /// Sends a batch to the newest watch, or to the one with that number.
  func send(_ batch: QuoteBatch, to number: Int? = nil) {
    state.withLock { $0.watches[number ?? $0.watches.count - 1].channel }.send(batch)
  }

  /// Sends those quotes over a good link.
  func send(
    _ changes: [LiveQuote], feed: FeedStatus = .live, connections: Int = 1, to number: Int? = nil
  ) {
    let pairs = changes.compactMap { live in live.quote.map { ($0.symbol, live) } }
    send(QuoteBatch(changes: Dictionary(pairs) { $1 }, feed: feed, connections: connections), to: number)
  }

  /// Ends the newest watch.
  func finish() {
    state.withLock { $0.watches.last?.channel }?.finish()
  }
}
