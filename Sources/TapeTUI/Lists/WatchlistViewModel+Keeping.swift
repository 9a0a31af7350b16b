import TapeDomain

/// Prices that are kept for a start without a network.
extension WatchlistViewModel {
  /// Shows what was kept, stale, until the source says something newer, and keeps what changes; to be called before
  /// ``onAppear()``, and after the lists were opened.
  public func keepQuotes(_ keeping: QuoteKeeping) {
    self.keeping = keeping
    kept = Dictionary(keeping.quotes.map { ($0.symbol, $0) }, uniquingKeysWith: { $1 })
    learnNames(keeping.instruments)
    if let list = desk?.list, let desk {
      show(named(list.instruments, desk))
    } else if !keeping.instruments.isEmpty, desk?.shelf.currentID == nil {
      showKeptList(desk?.unsentAtFirst.applied(to: keeping.instruments) ?? keeping.instruments)
    }
    keepingTask = Task { [weak self, time] in
      while !Task.isCancelled {
        do { try await time.sleep(for: keeping.spacing) } catch { return }
        guard let self else { return }
        let quotes = takeNewQuotes()
        await keeping.keepQuotes(quotes)
      }
    }
  }

  /// Keeps what is not kept yet; the program ends after it.
  public func closeKeeping() async {
    keepingTask?.cancel()
    guard let keeping else { return }
    await keeping.keepQuotes(takeNewQuotes())
  }

  /// Shows the kept quotes of rows that wait for one, as ones that may be out of date; a row that was refused says so.
  func showKeptQuotes() {
    guard !kept.isEmpty else { return }
    var quotes: [Symbol: LiveQuote] = [:]
    for (index, entry) in book.entries.enumerated() where entry.isWaiting {
      guard let quote = kept[viewState.rows[index].id] else { continue }
      quotes[quote.symbol] = LiveQuote(quote: quote, freshness: .stale(since: quote.time))
    }
    book.apply(quotes, at: time.now, to: &viewState.rows)
    book.skipFlashes(of: quotes.keys)
  }

  /// The quotes that are newer than what was kept.
  private func takeNewQuotes() -> [Quote] {
    var quotes: [Quote] = []
    for entry in book.entries {
      guard let quote = entry.live?.quote, kept[quote.symbol]?.time != quote.time else { continue }
      kept[quote.symbol] = quote
      quotes.append(quote)
    }
    return quotes
  }
}
