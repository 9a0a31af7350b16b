import TapeDomain

/// One watcher that takes every batch at once, as a screen does, and on which a test can wait.
actor Viewer {
  /// The longest time between two looks at a condition that depends on more than batches.
  private static let lookSpacing = Duration.milliseconds(100)

  /// What it was given so far.
  private(set) var shown: Shown

  private var watching: Task<Void, Never>?
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiter = 0

  /// A viewer that watches until ``stop()``.
  init(_ useCase: any WatchQuotesUseCase, _ symbols: Set<Symbol>, tick: Duration) async {
    shown = Shown(watched: symbols, tick: tick)
    let batches = useCase.watch(symbols)
    watching = Task { [weak self] in
      for await batch in batches { await self?.take(batch, at: Self.now) }
    }
  }

  /// Ends the watch, which releases the symbols.
  func stop() {
    watching?.cancel()
  }

  /// Waits until `condition` holds of what is shown.
  ///
  /// - Returns: How long that took; nil when it did not hold within `limit`.
  func wait(within limit: Duration, until condition: @Sendable (Shown) async -> Bool) async -> Duration? {
    let start = Self.now
    while true {
      if await condition(shown) { return Self.now - start }
      let now = Self.now
      guard now - start < limit else { return nil }
      await nextLook(before: min(start + limit, now + Self.lookSpacing))
    }
  }

  /// Goes on watching for so long.
  func watch(for duration: Duration) async {
    _ = await wait(within: duration) { _ in false }
  }

  private static var now: Instant { Instant(ContinuousClock.now) }

  private func take(_ batch: QuoteBatch, at now: Instant) {
    shown.take(batch, at: now)
    for id in waiters.keys { wake(id) }
  }

  /// Returns when a batch came, at the latest at `deadline`.
  private func nextLook(before deadline: Instant) async {
    lastWaiter += 1
    let id = lastWaiter
    let timer = Task {
      try? await Task.sleep(until: deadline.continuous, clock: .continuous)
      wake(id)
    }
    await withCheckedContinuation { waiters[id] = $0 }
    timer.cancel()
  }

  private func wake(_ id: Int) {
    waiters.removeValue(forKey: id)?.resume()
  }
}
