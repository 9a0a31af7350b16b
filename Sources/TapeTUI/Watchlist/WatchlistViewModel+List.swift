import TapeDomain

extension WatchlistViewModel {
  /// Fetches the list until it is there, instead of any fetch under way.
  ///
  /// A list that is shown already stays until the new one has come.
  func fetchList() {
    if fetchOwnList() { return }
    listTask?.cancel()
    listTask = Task { [weak self, watchlist, time] in
      var failures = 0
      while !Task.isCancelled {
        let wait: Duration
        do {
          let unsent = await self?.changesUnsent() ?? []
          let instruments = try await watchlist.instruments()
          if let keeping = self?.keeping {
            // The screen does not wait for the disk.
            let kept = instruments
            Task { await keeping.keepList(kept) }
          }
          if !Task.isCancelled, let self {
            // What was told meanwhile may be missing in the answer.
            show((unsent + (desk?.changesSinceAsked ?? [])).applied(to: instruments))
          }
          return
        } catch {
          if Task.isCancelled { return }
          failures += 1
          let known = error as? WatchlistError
          let isFinal = known?.isRefusal ?? false
          self?.showListFailure(error, isFirst: failures == 1, isFinal: isFinal)
          if isFinal { return }
          wait = max(ListRetryPolicy.delay(afterFailures: failures), known?.retryAfter ?? .zero)
        }
        try? await time.sleep(for: wait)
      }
    }
  }

  /// Shows a list that has come; the selection stays with its symbol.
  func show(_ instruments: [Instrument]) {
    listTask = nil
    replaceRows(with: instruments)
  }

  /// Shows a list that was kept while the source's own is on its way.
  func showKeptList(_ instruments: [Instrument]) {
    replaceRows(with: instruments)
  }

  /// Puts these rows in place of those that are shown.
  func replaceRows(with instruments: [Instrument]) {
    learnNames(instruments)
    if desk?.shelf.currentID == nil { desk?.sourceInstruments = instruments }
    let list = Watchlist(name: viewState.listName, instruments: instruments)
    let selected = desk?.restoring ?? selectedSymbol
    let isRestored = desk?.restoring != nil
    desk?.restoring = nil
    book.replaceList(with: list, rows: &viewState.rows)
    showKeptQuotes()
    viewState.listNumber += 1
    finder.replaceList(with: viewState.rows)
    _ = book.sort(by: viewState.order, isReversed: viewState.isReversed, rows: &viewState.rows)
    scroll.replaceRows(
      count: viewState.rows.count, selecting: selected.flatMap(book.index) ?? (isRestored ? 0 : nil))
    viewState.list = viewState.rows.isEmpty ? .empty : .loaded
    showScroll()
    reviewFind()
    watchVisibleRows(settling: false)
    changed()
  }

  private func showListFailure(_ error: any Error, isFirst: Bool, isFinal: Bool) {
    if isFinal { listTask = nil }
    let reason = (error as? WatchlistError)?.sentence ?? "The list could not be fetched (\(error))."
    let hint = isFinal ? "" : hasKeys ? " Trying again; r tries at once." : " Trying again."
    let sentence = TextSanitizer.clean(reason) + hint
    switch viewState.list {
    case .loading, .failed: viewState.list = .failed(sentence)
    case .loaded, .empty: if isFirst { viewState.message = sentence }
    }
    changed()
  }
}
