/// One caller's watch: folds what the repository says, and gives it out at the pace of the tick.
///
/// A pump pulls the repository, no faster than prices may be shown, and folds; the caller takes. So a caller that is
/// slow finds one merged batch, and a slow tick delays prices but neither the link's state nor freshness.
///
/// Pump and caller keep one pace, not one each: the pump pulls when a batch may be given out, just before it is, so
/// that what is given out is what is newest then.
actor ThrottledWatch {
  /// The longest time that a change of freshness or of the link may wait: four looks a second, however slow the tick.
  private static let longestPace = Duration.milliseconds(250)
  /// How near its turn the pump waits for it rather than pull twice.
  private static let nearTurn = Duration.milliseconds(20)
  /// How much longer the caller waits for its turn than the pump, so that what is newest at that instant is in.
  private static let pumpsTurn = Duration.milliseconds(2)

  private let quotes: any QuotesRepository
  private let symbols: Set<Symbol>
  private let background: Set<Symbol>
  private let time: TimeSource
  private let tick: Duration

  private var builder: QuoteBatchBuilder
  private var earliest: Instant?
  private var pump: Task<Void, Never>?
  private var isOver = false
  private var waiter: CheckedContinuation<Void, Never>?

  init(
    quotes: any QuotesRepository, symbols: Set<Symbol>, background: Set<Symbol> = [], time: TimeSource,
    tick: Duration
  ) {
    self.quotes = quotes
    self.symbols = symbols
    self.background = background
    self.time = time
    self.tick = tick
    builder = QuoteBatchBuilder(symbols: symbols.union(background))
  }

  deinit {
    pump?.cancel()
  }

  /// The next batch, no sooner than it may be shown; nil when the task is cancelled or the repository ends.
  func next() async -> QuoteBatch? {
    startPump()
    while !Task.isCancelled {
      let now = time.now
      let isDue = earliest.map { $0 <= now } ?? true
      if isDue || builder.isUrgent, let batch = builder.take() {
        if !batch.changes.isEmpty { earliest = now + tick }
        return batch
      }
      if isOver { return nil }
      await wait(until: builder.hasNews ? earliest.map { $0 + Self.pumpsTurn } : nil)
    }
    end()
    return nil
  }

  /// Ends the watch and releases the symbols.
  func end() {
    isOver = true
    pump?.cancel()
    wake()
  }

  private func startPump() {
    guard pump == nil, !isOver else { return }
    let pace = min(tick, Self.longestPace)
    pump = Task { [weak self, quotes, symbols, background, time] in
      for await events in quotes.events(for: symbols, background: background) {
        guard let self else { return }
        // Prices that came set the pace; the state of the link, which changes rarely, does not wait for it.
        guard await fold(events) else { continue }
        do {
          let latest = time.now + pace
          try await time.sleep(until: min(latest, await self.nextTurn(within: pace) ?? latest))
          if let turn = await self.nextTurn(within: Self.nearTurn) { try await time.sleep(until: turn) }
        } catch {
          return
        }
      }
      await self?.end()
    }
  }

  /// Takes in what the repository said; whether it is about quotes.
  private func fold(_ events: [QuoteEvent]) -> Bool {
    builder.add(events)
    wake()
    return builder.hasChanges
  }

  /// When the next batch may be given out, when that is still to come and no further away than that.
  private func nextTurn(within distance: Duration) -> Instant? {
    let now = time.now
    guard let earliest, earliest > now, earliest - now <= distance else { return nil }
    return earliest
  }

  private func wake() {
    waiter?.resume()
    waiter = nil
  }

  /// Waits for news, for the end, or for the instant at which what is there may be given out.
  private func wait(until deadline: Instant?) async {
    let timer = deadline.map { deadline in
      Task { [weak self, time] in
        if (try? await time.sleep(until: deadline)) != nil { await self?.wake() }
      }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { continuation.resume() } else { waiter = continuation }
      }
    } onCancel: {
      Task { await self.end() }
    }
    timer?.cancel()
  }
}
