/// One caller's watch: spaces the pulls and folds what each brings.
actor ThrottledWatch {
  private var events: AsyncStream<[QuoteEvent]>.Iterator
  private var builder: QuoteBatchBuilder
  private let time: TimeSource
  private let tick: Duration
  private var earliest: Instant?

  init(
    events: AsyncStream<[QuoteEvent]>, builder: QuoteBatchBuilder, time: TimeSource, tick: Duration
  ) {
    self.events = events.makeAsyncIterator()
    self.builder = builder
    self.time = time
    self.tick = tick
  }

  /// The next batch, no sooner than a tick after the previous one; nil when the task is cancelled.
  func next() async -> QuoteBatch? {
    while !Task.isCancelled {
      if let earliest, earliest > time.now {
        do { try await time.sleep(until: earliest) } catch { return nil }
      }
      guard let burst = await pull() else { return nil }
      builder.add(burst)
      guard let batch = builder.take() else { continue }
      earliest = time.now + tick
      return batch
    }
    return nil
  }

  private func pull() async -> [QuoteEvent]? {
    // The iterator is taken out for the time of the call: an inout access must not span a suspension.
    var iterator = events
    let burst = await iterator.next(isolation: #isolation)
    events = iterator
    return burst
  }
}
