import TapeData
import TapeDomain

/// Takes every batch at once, as a screen does, and keeps what it would show.
actor Screen {
  /// The newest row of each symbol.
  private(set) var rows: [Symbol: LiveQuote] = [:]
  /// The state of the link.
  private(set) var feed = FeedStatus.connecting
  /// Judges the batches.
  private(set) var oracle: BatchOracle

  private var task: Task<Void, Never>?

  init(watched: Set<Symbol>, tick: Duration) {
    oracle = BatchOracle(watched: watched, tick: tick, tolerance: .milliseconds(100))
  }

  /// Watches until ``stop()``.
  func start(_ watch: any WatchQuotesUseCase, _ symbols: Set<Symbol>) {
    let batches = watch.watch(symbols)
    task = Task { [weak self] in
      for await batch in batches { await self?.take(batch, at: Instant(ContinuousClock.now)) }
    }
  }

  func stop() { task?.cancel() }

  private func take(_ batch: QuoteBatch, at now: Instant) {
    oracle.observe(batch, at: now)
    rows.merge(batch.changes) { $1 }
    feed = batch.feed
  }
}
