import TapeDomain

extension WatchlistViewModel {
  /// Fetches the list until it is there, instead of any fetch under way.
  ///
  /// A list that is shown already stays until the new one has come.
  func fetchList() {
    listTask?.cancel()
    listTask = Task { [weak self, watchlist, time] in
      var failures = 0
      while !Task.isCancelled {
        let wait: Duration
        do {
          let instruments = try await watchlist.instruments()
          if !Task.isCancelled { self?.show(instruments) }
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

  private func show(_ instruments: [Instrument]) {
    listTask = nil
    let list = Watchlist(name: viewState.listName, instruments: instruments)
    let selected = viewState.selection.map { viewState.rows[$0].id }
    book.replaceList(with: list, rows: &viewState.rows)
    viewState.listNumber += 1
    finder.replaceList(with: viewState.rows)
    _ = book.sort(by: viewState.order, isReversed: viewState.isReversed, rows: &viewState.rows)
    scroll.replaceRows(count: viewState.rows.count, selecting: selected.flatMap(book.index))
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
