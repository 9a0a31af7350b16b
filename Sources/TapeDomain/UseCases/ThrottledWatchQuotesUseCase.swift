/// Watches quotes with at most one batch per tick.
///
/// The tick is a smallest spacing, not a metronome: a change after a quiet spell goes out at once. While the tick has
/// not passed, changes wait conflated by symbol, so a slow consumer costs no memory and misses no symbol. A change of
/// freshness or of the link waits 250 ms at most, however slow the tick.
public struct ThrottledWatchQuotesUseCase: WatchQuotesUseCase {
  private let quotes: any QuotesRepository
  private let time: TimeSource
  private let tick: Duration

  /// A use case over `quotes`.
  ///
  /// - Parameters:
  ///   - quotes: Where the quotes come from.
  ///   - time: The clock that spaces the batches.
  ///   - tick: The smallest time between two batches: 250 ms, or 1 s in slow mode.
  public init(quotes: any QuotesRepository, time: TimeSource, tick: Duration) {
    self.quotes = quotes
    self.time = time
    self.tick = tick
  }

  /// See ``WatchQuotesUseCase/watch(_:)``.
  public func watch(_ symbols: Set<Symbol>) -> AsyncStream<QuoteBatch> {
    watch(symbols, background: [])
  }

  /// See ``WatchQuotesUseCase/watch(_:background:)``.
  public func watch(_ symbols: Set<Symbol>, background: Set<Symbol>) -> AsyncStream<QuoteBatch> {
    let watch = ThrottledWatch(
      quotes: quotes, symbols: symbols, background: background, time: time, tick: tick)
    return AsyncStream(unfolding: { await watch.next() })
  }
}
