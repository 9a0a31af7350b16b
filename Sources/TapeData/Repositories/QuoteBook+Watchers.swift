import TapeDomain

extension QuoteBook {
  /// Whether that watcher has a seat.
  func isWatching(_ watcher: Int) -> Bool { seats[watcher] != nil }

  /// Seats a watcher; everything known of its symbols and of the feed is in its mailbox at once.
  ///
  /// Those of `background` that nobody wants faster are asked for once a second.
  mutating func watch(
    _ symbols: Set<Symbol>, background: Set<Symbol> = [], as watcher: Int, at now: Instant
  ) {
    let background = background.subtracting(symbols)
    let seat = watches.firstIndex { $0 == nil } ?? watches.count
    if seat == watches.count { watches.append(nil) }
    seats[watcher] = seat
    var watch = Watch(symbols: symbols, background: background)
    for symbol in symbols.union(background).sorted() {
      let slot = slot(of: symbol)
      entries[slot].seats.append(seat)
      watch.mailbox.mark(slot, .changed)
    }
    watch.mailbox.post(status)
    if let clock = clock.said { watch.mailbox.post(clock) }
    if let source { watch.mailbox.post(source) }
    if connections > 0 { watch.mailbox.post(connections: connections) }
    watches[seat] = watch
    subscribe(ledger.retain(symbols), at: now)
    subscribe(slowly: ledger.retain(background: background, at: now), at: now)
    changeRates(at: now)
    settle(at: now)
  }

  /// A watcher left; its symbols stay subscribed for the grace.
  mutating func release(_ watcher: Int, at now: Instant) {
    guard let seat = seats.removeValue(forKey: watcher), let watch = watches[seat] else { return }
    watches[seat] = nil
    for symbol in watch.symbols.union(watch.background) {
      guard let slot = slots[symbol] else { continue }
      entries[slot].seats.removeAll { $0 == seat }
      releases += 1
      records[slot].releasedAs = releases
    }
    ledger.release(watch.symbols, background: watch.background, at: now)
    forgetOldest()
    isUnsettled = true
    settle(at: now)
  }

  /// Whether that watcher has something to take.
  func hasNews(for watcher: Int) -> Bool {
    guard let seat = seats[watcher], let watch = watches[seat] else { return false }
    return !watch.mailbox.isEmpty
  }

  /// Takes what a watcher has not seen, as one element; nil when there is nothing.
  mutating func takeNews(for watcher: Int) -> [QuoteEvent]? {
    guard let seat = seats[watcher], var mailbox = watches[seat]?.mailbox, !mailbox.isEmpty else {
      return nil
    }
    let events = mailbox.take(look)
    watches[seat]?.mailbox = mailbox
    return events
  }

  /// The counts, with the times until `now`.
  func statistics(at now: Instant) -> FeedStatistics {
    var meter = meter
    meter.settle(at: now)
    var result = statistics
    result.staleTime = meter.staleTime
    result.watchedTime = meter.watchedTime
    return result
  }

  /// Forgets the symbols that were released first when more are kept than the cache may hold.
  ///
  /// A tenth goes at once, so that the search for the oldest is rare.
  mutating func forgetOldest() {
    guard entries.count - freeSlots.count > cacheLimit else { return }
    let idle = slots.values.filter { entries[$0].isIdle }
    guard idle.count > cacheLimit else { return }
    let oldest = idle.sorted { records[$0].releasedAs < records[$1].releasedAs }
    for slot in oldest.prefix(idle.count - cacheLimit * 9 / 10) {
      slots[entries[slot].symbol] = nil
      freeSlots.append(slot)
    }
  }

  /// The symbol's slot, which is made when it has none.
  mutating func slot(of symbol: Symbol) -> Int {
    if let slot = slots[symbol] { return slot }
    let slot = freeSlots.popLast() ?? entries.count
    if slot == entries.count {
      entries.append(QuoteEntry(symbol: symbol))
      records.append(QuoteRecord())
    } else {
      entries[slot] = QuoteEntry(symbol: symbol)
      records[slot] = QuoteRecord()
    }
    slots[symbol] = slot
    return slot
  }
}
