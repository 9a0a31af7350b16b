import TapeDomain

/// The book as a tape drives it: what was subscribed is what the tape says was, whoever watches now.
extension QuoteBook {
  /// A connection was made on the tape; what is subscribed on it is said by the lines that follow.
  mutating func replayConnection(at now: Instant) {
    beginConnection()
    settle(at: now)
  }

  /// A command went out on the tape; returns the symbols that were not known before.
  mutating func follow(_ command: FeedCommand, at now: Instant) -> [Symbol] {
    var new: [Symbol] = []
    switch command {
    case .subscribe(let symbols, _):
      for symbol in symbols {
        if slots[symbol] == nil { new.append(symbol) }
        let slot = slot(of: symbol)
        // Another rate of a symbol that is subscribed already leaves its numbers as they are.
        if entries[slot].tracker.isIdle { entries[slot].tracker.subscribe(at: now) }
      }
    case .unsubscribe(let symbols):
      for symbol in symbols {
        guard let slot = slots[symbol] else { continue }
        let wasLive = isLive(slot)
        entries[slot].tracker.unsubscribe()
        if wasLive { mark(slot, .interrupted) }
      }
    // The book that made the tape asked for it on its own, and so does this one.
    case .resync: break
    }
    isUnsettled = true
    settle(at: now)
    return new
  }

  /// Adds symbols to what a watcher sees.
  mutating func extend(_ watcher: Int, with symbols: [Symbol]) {
    guard let seat = seats[watcher] else { return }
    for symbol in symbols {
      let slot = slot(of: symbol)
      if !entries[slot].seats.contains(seat) { entries[slot].seats.append(seat) }
      watches[seat]?.mailbox.mark(slot, .changed)
    }
    isUnsettled = true
  }

  /// How many rows a watcher may take for live now.
  var liveCount: Int { entries.indices.count { isLive($0) && hasPrice($0) } }

  /// All that is known of quotes.
  var keyframeRows: [TapeKeyframe.Row] {
    entries.indices.filter { slots[entries[$0].symbol] != nil }.map { slot in
      let entry = entries[slot]
      let absence: String? =
        switch records[slot].absence {
        case .waiting: nil
        case .unknownSymbol: "unknown"
        case .rejected(let words): "rejected: " + words
        }
      let tracker = entry.tracker
      var priced = records[slot].priced
      if let tick = entry.waitingTick { priced?.apply(tick) }
      return TapeKeyframe.Row(
        symbol: entry.symbol.text, state: tracker.isCurrent ? "current" : tracker.isIdle ? "idle" : "waiting",
        number: tracker.lastNumber, absence: priced == nil ? absence : nil,
        quote: priced.map { TapeKeyframe.Values($0) })
    }
  }

  /// Knows what a keyframe says from now on.
  mutating func restore(_ frame: TapeKeyframe, at now: Instant) {
    beginConnection()
    completeness = .ofUnknownStart
    connections = frame.connections
    postToAll { $0.post(connections: frame.connections) }
    if let said = frame.clock {
      let reading = ServerClock(
        time: Timestamp(nanoseconds: said.time), instant: Instant(nanoseconds: said.at))
      clock.restore(reading)
      postToAll { $0.post(reading) }
    }
    if let said = frame.source {
      let label = FeedSource(name: said.name, quality: said.quality, isSimulated: said.simulated)
      source = label
      postToAll { $0.post(label) }
    }
    for row in frame.rows {
      guard let symbol = Symbol(row.symbol) else { continue }
      let slot = slot(of: symbol)
      entries[slot].dropTick()
      records[slot].priced = row.quote?.priced(symbol)
      if let words = row.absence {
        records[slot].absence = words == "unknown" ? .unknownSymbol : .rejected(String(words.dropFirst(10)))
      }
      switch row.state {
      case "current": entries[slot].tracker = .current(at: row.number)
      case "waiting": entries[slot].tracker.subscribe(at: now)
      default: break
      }
      mark(slot, .changed)
    }
    isUnsettled = true
    settle(at: now)
  }
}
