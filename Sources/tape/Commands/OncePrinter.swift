import TapeDomain
import TapeTUI

/// `tape --once`: waits for a live price of every symbol, prints what there is, and says by its status whether all
/// were live.
struct OncePrinter {
  /// Where the list comes from.
  let watchlist: any WatchlistRepository
  /// How prices are watched.
  let watch: any WatchQuotesUseCase
  /// The clock of the deadline.
  let time: TimeSource
  /// How the source is named before it has named itself.
  let source: SourceLabel
  /// The format and the time to wait.
  let options: Options
  /// What may be written.
  let characters: CharacterSet

  /// Prints, and returns the status to end with and how many batches it took.
  ///
  /// - Throws: ``StartError`` when there is no list in time, or the source refuses us.
  func run() async throws -> (status: Int32, batches: Int) {
    let deadline = Deadline(instant: time.now + options.timeout, time: time)
    let instruments = try await list(until: deadline)
    let prices = try await prices(of: Set(instruments.map(\.symbol)), until: deadline)
    if let refusal = prices.refusal { throw StartError(sentence: refusal) }
    // Some sources say names with their prices.
    let isUnnamed = instruments.contains(where: \.name.isEmpty)
    let named = isUnnamed ? (try? await list(until: deadline)) ?? instruments : instruments
    let rows = named.map {
      OnceRow(instrument: $0, quote: prices.quotes[$0.symbol] ?? LiveQuote(absence: .waiting))
    }
    StandardOutput.write(text(rows, prices.source))
    sayWhatIsMissing(prices)
    if rows.allSatisfy(\.quote.isLive) { return (ExitStatus.fine, prices.batches) }
    for reason in Self.reasons(rows) { StandardError.say(reason) }
    if let trouble = prices.trouble {
      StandardError.say(trouble)
    } else if !instruments.map(\.symbol).allSatisfy(prices.isAnswered) {
      let limit = ValueParser.written(options.timeout)
      StandardError.say("Not every price was live within \(limit). Give the server more time with --timeout.")
    }
    return (ExitStatus.notLive, prices.batches)
  }

  /// Why rows have no price, a line for each reason.
  static func reasons(_ rows: [OnceRow]) -> [String] {
    var lines: [(reason: String, symbols: [String])] = []
    for row in rows {
      guard let reason = row.reason else { continue }
      if let index = lines.firstIndex(where: { $0.reason == reason }) {
        lines[index].symbols.append(row.instrument.symbol.text)
      } else {
        lines.append((reason, [row.instrument.symbol.text]))
      }
    }
    return lines.map { "\($0.symbols.joined(separator: ", ")): \($0.reason)" }
  }

  /// Says why a change is not known though the price is.
  private func sayWhatIsMissing(_ prices: OncePrices) {
    guard let first = prices.partial.first else { return }
    let others = prices.partial.count - 1
    let subject = others == 0 ? "\(first)" : "\(first) and \(others) more"
    let limit = ValueParser.written(options.timeout)
    let reason =
      (prices.notice ?? prices.trouble).map { " (\(TextSanitizer.clean($0)))" }
      ?? ". Give the source more time with --timeout."
    StandardError.say("What the change of \(subject) is measured from did not come within \(limit)\(reason)")
  }

  private func text(_ rows: [OnceRow], _ source: SourceLabel) -> String {
    switch options.format {
    case .table:
      OnceTable(width: characters.width, isUnicode: characters.isUnicode).text(rows, source: source)
    case .json: OnceJSON.text(rows, isSimulated: source.isSimulated)
    case .csv: OnceCSV.text(rows, isSimulated: source.isSimulated)
    }
  }

  /// The list; a failure is tried again until the deadline, which ends a slow fetch too.
  private func list(until deadline: Deadline) async throws -> [Instrument] {
    do {
      return try await deadline.bound { [watchlist, time] in
        var lastFailure: WatchlistError?
        while true {
          do {
            return try await watchlist.instruments()
          } catch is CancellationError {
            // Why the tries before failed says more than that the last one was not over.
            throw lastFailure.map { StartError(sentence: $0.sentence) } ?? CancellationError()
          } catch let error as WatchlistError {
            lastFailure = error
            let next = time.now + max(.milliseconds(500), error.retryAfter ?? .zero)
            if error.isRefusal || next >= deadline.instant { throw StartError(sentence: error.sentence) }
            try await time.sleep(until: next)
          }
        }
      }
    } catch is CancellationError {
      let limit = ValueParser.written(options.timeout)
      throw StartError(
        sentence: "The watchlist did not come within \(limit). Give the server more time with --timeout.")
    }
  }

  private func prices(of symbols: Set<Symbol>, until deadline: Deadline) async throws -> OncePrices {
    let nothing = OncePrices(source: source)
    if symbols.isEmpty { return nothing }
    return try await deadline.bound { [watch] in
      var prices = nothing
      for await batch in watch.watch(symbols) {
        prices.add(batch)
        if prices.isComplete(symbols) { break }
      }
      return prices
    }
  }
}
