import TapeDomain

extension QuoteBook {
  /// Takes in what one read delivered.
  mutating func receive(_ messages: [FeedMessage], at now: Instant) {
    for message in messages {
      if case .malformed = message {} else { malformedInARow = 0 }
      switch message {
      case .ticks(let run): receive(run, at: now)
      case .update(let patch): receive(update: patch, at: now)
      case .snapshot(let patch): receive(snapshot: patch)
      case .heartbeat(let time, let sent, let received):
        receiveHeartbeat(time: time, sent: sent, received: received, at: now)
      case .market(let session, let symbols): receive(session, of: symbols)
      case .source(let said):
        source = said
        postToAll { $0.post(said) }
      case .error(let code, let symbol, let message): receiveError(code, symbol, message)
      case .malformed(let reason, let symbol): receiveMalformed(reason, of: symbol, at: now)
      case .lost(let symbols):
        statistics.gaps += 1
        for symbol in symbols { slots[symbol].map { interrupt($0, at: now) } }
      // The connection acts on these, and lets none of them through.
      case .answer, .denied, .goingAway: break
      case .unknown: statistics.dropped += 1
      }
    }
    requestResyncs()
    settle(at: now)
  }

  private mutating func receive(update patch: QuotePatch, at now: Instant) {
    guard let slot = follow(patch.sequence, of: patch.symbol, at: now) else { return }
    applyTick(slot)
    guard records[slot].priced?.apply(patch) == true else {
      statistics.malformed += 1
      return interrupt(slot, at: now)
    }
    statistics.updates += 1
    mark(slot, .changed)
  }

  private mutating func receive(_ run: [QuoteTick], at now: Instant) {
    round &+= 1
    for tick in run {
      guard let slot = knownSlot(of: tick.symbol) else {
        statistics.dropped += 1
        continue
      }
      switch entries[slot].receive(tick, at: now) {
      case .apply:
        statistics.updates += 1
        // Nobody takes anything in the middle of a run: one mark of a symbol is as good as one for each of its ticks.
        if entries[slot].markedIn == round { continue }
        entries[slot].markedIn = round
        mark(slot, .changed)
      case let verdict: pass(over: slot, verdict)
      }
    }
  }

  /// Judges an update by its number; the slot of the quote that it is to be applied to.
  private mutating func follow(_ sequence: Int, of symbol: Symbol, at now: Instant) -> Int? {
    guard let slot = knownSlot(of: symbol) else {
      statistics.dropped += 1
      return nil
    }
    let verdict = entries[slot].tracker.receive(update: sequence, at: now)
    if verdict == .apply { return slot }
    pass(over: slot, verdict)
    return nil
  }

  /// Counts an update that is not applied, and asks for what is missing.
  private mutating func pass(over slot: Int, _ verdict: SequenceTracker.UpdateVerdict) {
    switch verdict {
    case .apply, .hold: break
    case .drop: statistics.dropped += 1
    case .gap:
      statistics.gaps += 1
      lose(slot)
      resyncs.append(entries[slot].symbol)
    }
  }

  @inline(__always)
  private mutating func knownSlot(of symbol: Symbol) -> Int? {
    for number in 0..<SlotMemo.tries {
      let guess = memo.guess(symbol, try: number)
      if guess < 0 { break }
      if guess < entries.count, entries[guess].symbol == symbol { return guess }
    }
    guard let slot = slots[symbol] else { return nil }
    memo.remember(symbol, at: slot, of: entries.count)
    return slot
  }

  private mutating func receive(snapshot patch: QuotePatch) {
    guard let priced = PricedQuote(snapshot: patch) else {
      statistics.malformed += 1
      return
    }
    guard let slot = slots[patch.symbol] else {
      statistics.dropped += 1
      return
    }
    let isUpdate = !isNumbered && entries[slot].tracker.isCurrent
    guard entries[slot].tracker.receive(snapshot: patch.sequence) == .apply else {
      statistics.dropped += 1
      return
    }
    // A source whose every message is a snapshot updates by it.
    if isUpdate { statistics.updates += 1 } else { statistics.snapshots += 1 }
    ledger.accept(patch.symbol)
    records[slot].priced = priced
    entries[slot].dropTick()
    mark(slot, .changed)
    isUnsettled = true
  }

  private mutating func receiveHeartbeat(time: Timestamp?, sent: Int?, received: Int, at now: Instant) {
    if let time, let reading = clock.read(time, at: now) {
      postToAll { $0.post(reading) }
    }
    guard let sent, !completeness.isComplete(sent: sent, received: received) else { return }
    loseEverything(at: now)
  }

  /// Something was lost, and nobody knows of which symbol.
  mutating func loseEverything(at now: Instant) {
    statistics.gaps += 1
    for slot in entries.indices { interrupt(slot, at: now) }
  }

  private mutating func receive(_ session: MarketSession, of symbols: [Symbol]) {
    for symbol in symbols {
      guard let slot = slots[symbol] else { continue }
      records[slot].priced?.set(session)
      if isLive(slot) { mark(slot, .changed) }
    }
  }

  private mutating func receiveError(_ code: String, _ symbol: Symbol?, _ message: String) {
    guard let symbol else {
      return postToAll { $0.post(notice: message.isEmpty ? code : message) }
    }
    guard let slot = slots[symbol] else {
      statistics.dropped += 1
      return
    }
    ledger.refuse(symbol)
    entries[slot].tracker.refuse()
    entries[slot].dropTick()
    records[slot].priced = nil
    records[slot].absence =
      code == "unknown_symbol" ? .unknownSymbol : .rejected(message.isEmpty ? code : message)
    mark(slot, .changed)
    isUnsettled = true
  }

  /// Skips a frame that cannot be read (the protocol, rule 4).
  ///
  /// What it said of a symbol that it names is lost, which makes that symbol's last price unproven.
  private mutating func receiveMalformed(_ reason: String, of symbol: Symbol?, at now: Instant) {
    statistics.malformed += 1
    malformedInARow += 1
    name(malformed: reason, of: symbol)
    if let symbol, let slot = slots[symbol] { interrupt(slot, at: now) }
    guard malformedInARow == Self.malformedLimit else { return }
    malformedInARow = 0
    let sentence =
      "The source sent \(Self.malformedLimit) messages in a row that can't be read"
      + " (of the last: \(reason)); reconnecting."
    requests.append(.fail(code: 1002, reason: sentence))
  }

  /// Tells the user of the first on a connection, and the log of the first few.
  private mutating func name(malformed reason: String, of symbol: Symbol?) {
    malformedNamed += 1
    guard malformedNamed <= Self.malformedLogged else { return }
    let subject = symbol.map { " about \"\($0)\"" } ?? ""
    let sentence = "A message\(subject) can't be read and was skipped: \(reason)."
    requests.append(.log(sentence))
    if malformedNamed == 1 { postToAll { $0.post(notice: sentence) } }
  }

  /// Something was lost that the numbers do not show: asks for a snapshot, unless one is outstanding.
  private mutating func interrupt(_ slot: Int, at now: Instant) {
    guard entries[slot].tracker.interrupt(at: now) else { return }
    lose(slot)
    resyncs.append(entries[slot].symbol)
  }

  /// The symbol was current and is no longer.
  private mutating func lose(_ slot: Int) {
    if isTimely || standsAlone(slot) { mark(slot, .interrupted) }
    isUnsettled = true
  }
}
