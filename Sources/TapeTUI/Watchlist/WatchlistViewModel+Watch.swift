import TapeDomain

extension WatchlistViewModel {
  /// How many rows beyond the screen's edges are watched, so that a step of scrolling finds live prices.
  static let margin = 3
  /// How long scrolling must rest before the watch follows it.
  static let settleTime = Duration.milliseconds(300)

  /// The symbols on the screen and a few more.
  var visibleSymbols: Set<Symbol> {
    Set(viewState.rows[scroll.window(margin: Self.margin)].lazy.map(\.id))
  }

  /// Watches the rows that are visible now, after a rest when `settling`.
  func watchVisibleRows(settling: Bool) {
    guard isRunning else { return }
    let wanted = visibleSymbols
    if settling, wanted == awaited { return }
    settleTask?.cancel()
    awaited = nil
    guard wanted != watched else { return }
    guard settling, !watched.isEmpty else { return startWatch(wanted) }
    awaited = wanted
    settleTask = Task { [weak self, time] in
      do { try await time.sleep(for: Self.settleTime) } catch { return }
      if !Task.isCancelled { self?.settle() }
    }
  }

  /// Watches `symbols` instead of what was watched; rows that leave may be out of date from now on.
  func startWatch(_ symbols: Set<Symbol>) {
    watchTask?.cancel()
    generation += 1
    book.release(watched.subtracting(symbols), at: time.now, rows: &viewState.rows)
    watched = symbols
    let batches = watch.watch(symbols)
    watchTask = Task { [weak self, generation] in
      for await batch in batches {
        guard let self, self.generation == generation else { return }
        apply(batch)
      }
      self?.watchEnded(generation)
    }
  }

  /// Takes every price as unproven until the watch, which starts afresh, has said what is known.
  func distrust() {
    guard isRunning else { return }
    book.release(watched, at: time.now, rows: &viewState.rows)
    startWatch(visibleSymbols)
    changed()
  }

  private func settle() {
    guard let symbols = awaited else { return }
    awaited = nil
    startWatch(symbols)
    changed()
  }

  private func apply(_ batch: QuoteBatch) {
    batchCount += 1
    book.apply(batch.changes, at: time.now, to: &viewState.rows)
    if let clock = batch.clock { viewState.clock = clock }
    if let source = batch.source { viewState.source = SourceLabel(source) }
    if let notice = batch.notice { viewState.message = TextSanitizer.clean(notice) }
    follow(batch)
    changed()
  }

  /// Without a watch nothing proves the prices any more.
  private func watchEnded(_ ended: Int) {
    guard ended == generation else { return }
    watchTask = nil
    book.release(watched, at: time.now, rows: &viewState.rows)
    changed()
  }

  /// Shows the link's state, and asks for the list again when the link is back.
  private func follow(_ batch: QuoteBatch) {
    let isBack = reconnects.observe(batch)
    let isNews = batch.feed != feed
    feed = batch.feed
    if isNews {
      viewState.link = LinkState(batch.feed)
      showBanner()
    }
    if isBack || (isNews && batch.feed == .live && viewState.list.isFailed) { fetchList() }
  }

  /// Shows the banner that is due, and wakes when one will be.
  private func showBanner() {
    bannerTask?.cancel()
    viewState.banner = BannerRule.banner(for: feed, at: time.now)
    guard let due = BannerRule.wakeTime(for: feed, at: time.now) else { return }
    bannerTask = Task { [weak self, time] in
      do { try await time.sleep(until: due) } catch { return }
      guard !Task.isCancelled, let self else { return }
      showBanner()
      changed()
    }
  }
}
