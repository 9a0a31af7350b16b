import TapeDomain
import TapeTUI

/// `tape --once`: waits for a live price of every symbol, prints what there is, and says by its status whether all were live.
struct OncePrinter {
  let pipeline: LivePipeline
  let options: Options
  let characters: CharacterSet

  /// Prints, and returns the status to end with and how many batches it took.
  func run() async throws -> (status: Int32, batches: Int) {
    let deadline = pipeline.time.now + options.timeout
    let instruments = try await list(until: deadline)
    let collected = await collect(Set(instruments.map(\.symbol)), until: deadline)
    if let refusal = collected.refusal { throw StartError(sentence: refusal) }
    let rows = instruments.map {
      OnceRow(instrument: $0, quote: collected.quotes[$0.symbol] ?? LiveQuote(absence: .waiting))
    }
    StandardOutput.write(text(rows))
    let status = rows.allSatisfy { $0.quote.isLive } ? ExitStatus.fine : ExitStatus.notLive
    return (status, collected.batches)
  }

  private func text(_ rows: [OnceRow]) -> String {
    switch options.format {
    case .table: OnceTable(width: characters.width, isUnicode: characters.isUnicode).text(rows)
    case .json: OnceJSON.text(rows)
    case .csv: OnceCSV.text(rows)
    }
  }

  /// The list; a failure is tried again until the deadline.
  private func list(until deadline: Instant) async throws -> [Instrument] {
    while true {
      do {
        return try await pipeline.watchlist.instruments()
      } catch let error as WatchlistError {
        let next = pipeline.time.now + .milliseconds(500)
        if error.isRefusal || next >= deadline { throw StartError(sentence: error.sentence) }
        try await pipeline.time.sleep(until: next)
      }
    }
  }

  private struct Collected: Sendable {
    var quotes: [Symbol: LiveQuote] = [:]
    var batches = 0
    var refusal: String?

    /// Whether nothing more is worth waiting for.
    func isComplete(_ symbols: Set<Symbol>) -> Bool {
      refusal != nil
        || symbols.allSatisfy { symbol in
          guard let quote = quotes[symbol] else { return false }
          return quote.isLive || (quote.absence != nil && quote.absence != .waiting)
        }
    }
  }

  private func collect(_ symbols: Set<Symbol>, until deadline: Instant) async -> Collected {
    let batches = Task {
      var collected = Collected()
      if symbols.isEmpty { return collected }
      for await batch in pipeline.watch.watch(symbols) {
        collected.batches += 1
        collected.quotes.merge(batch.changes) { $1 }
        if case .refused(let reason) = batch.feed { collected.refusal = reason }
        if collected.isComplete(symbols) { break }
      }
      return collected
    }
    let timer = Task {
      try? await pipeline.time.sleep(until: deadline)
      batches.cancel()
    }
    defer { timer.cancel() }
    return await batches.value
  }
}
