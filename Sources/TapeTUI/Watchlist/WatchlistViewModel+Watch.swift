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

  /// What is to be watched now.
  var wantedScope: WatchScope {
    WatchScope(near: visibleSymbols, list: viewState.order.isByValue ? viewState.listNumber : nil)
  }

  /// Watches the rows that are visible now, after a rest when `settling`.
  func watchVisibleRows(settling: Bool) {
    guard isRunning else { return }
    let wanted = wantedScope
    if settling, wanted == awaited { return }
    settleTask?.cancel()
    awaited = nil
    guard wanted != scope else { return }
    guard settling, !watched.isEmpty else { return follow(wanted) }
    awaited = wanted
    settleTask = Task { [weak self, time] in
      do { try await time.sleep(for: Self.settleTime) } catch { return }
      if !Task.isCancelled { self?.settle() }
    }
  }

  /// Watches the rows that sorting has brought to the screen; a rest that has begun already gets no longer by it.
  func watchMovedRows() {
    guard awaited == nil else { return }
    watchVisibleRows(settling: true)
  }

  /// Watches what is in `scope`: while the whole list is watched already, only what is near the eyes changes.
  private func follow(_ scope: WatchScope) {
    guard scope.list != nil, scope.list == self.scope.list, watchTask != nil else { return startWatch(scope) }
    self.scope = scope
    holdNear()
  }

  /// Watches what is in `scope` instead of what was watched; rows that leave may be out of date from now on.
  ///
  /// A list that is watched whole is watched slowly, by one watch for as long as prices decide the order; what is near
  /// the eyes is only held at the full rate beside it. So a row that moves costs one subscription, and no replay.
  func startWatch(_ scope: WatchScope) {
    let isWhole = scope.list != nil
    let all = isWhole ? Set(viewState.rows.lazy.map(\.id)) : scope.near
    watchTask?.cancel()
    generation += 1
    releaseRows(watched.subtracting(all))
    watched = all
    self.scope = scope
    holdNear()
    let batches = watch.watch(isWhole ? [] : all, background: isWhole ? all : [])
    watchTask = Task { [weak self, generation] in
      for await batch in batches {
        guard let self, self.generation == generation else { return }
        apply(batch)
      }
      self?.watchEnded(generation)
    }
  }

  /// Asks for the rows near the eyes at the full rate while the whole list is watched; its watch tells their prices.
  private func holdNear() {
    holdTask?.cancel()
    holdTask = nil
    guard scope.list != nil, !scope.near.isEmpty else { return }
    let held = watch.watch(scope.near)
    holdTask = Task { for await _ in held {} }
  }

  /// Takes every price as unproven until the watch, which starts afresh, has said what is known.
  func distrust() {
    guard isRunning else { return }
    releaseRows(watched)
    startWatch(wantedScope)
    changed()
  }

  private func settle() {
    guard awaited != nil else { return }
    awaited = nil
    let wanted = wantedScope
    guard wanted != scope else { return }
    follow(wanted)
    changed()
  }

  private func apply(_ batch: QuoteBatch) {
    batchCount += 1
    if viewState.isPaused {
      paused.add(batch.changes)
    } else {
      book.apply(batch.changes, at: time.now, to: &viewState.rows)
      if !batch.changes.isEmpty { sortWhenDue() }
    }
    if let clock = batch.clock { viewState.clock = clock }
    let subject = viewState.source.subject
    if let source = batch.source {
      viewState.source = SourceLabel(source)
      viewState.activity = source.activity
    }
    if let notice = batch.notice {
      viewState.message = TextSanitizer.clean(notice, maximum: TextSanitizer.sentenceMaximum)
    }
    follow(batch, isOtherSubject: viewState.source.subject != subject)
    changed()
  }

  /// Without a watch nothing proves the prices any more.
  private func watchEnded(_ ended: Int) {
    guard ended == generation else { return }
    watchTask = nil
    releaseRows(watched)
    changed()
  }

  /// Nobody watches these rows any more.
  func releaseRows(_ symbols: Set<Symbol>) {
    paused.release(symbols)
    book.release(symbols, at: time.now, rows: &viewState.rows)
  }

  /// Shows the link's state, and asks for the list again when the link is back.
  private func follow(_ batch: QuoteBatch, isOtherSubject: Bool) {
    let isBack = reconnects.observe(batch)
    let isNews = batch.feed != feed
    feed = batch.feed
    if isNews {
      viewState.link = LinkState(batch.feed)
    }
    if isNews || isOtherSubject { showBanner() }
    if isBack || (isNews && batch.feed == .live && viewState.list.isFailed) { fetchList() }
  }

  /// Shows the banner that is due, and wakes when one will be.
  private func showBanner() {
    bannerTask?.cancel()
    viewState.banner = BannerRule.banner(for: feed, of: viewState.source.subject, at: time.now)
    guard let due = BannerRule.wakeTime(for: feed, at: time.now) else { return }
    bannerTask = Task { [weak self, time] in
      do { try await time.sleep(until: due) } catch { return }
      guard !Task.isCancelled, let self else { return }
      showBanner()
      changed()
    }
  }
}
