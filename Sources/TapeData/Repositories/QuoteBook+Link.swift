import TapeDomain

extension QuoteBook {
  /// A connection was made: numbers start afresh and the whole set is subscribed (the protocol, rule 5).
  mutating func connect(at now: Instant) {
    beginConnection()
    subscribe(ledger.connect(), at: now)
    subscribe(slowly: ledger.slow, at: now)
    settle(at: now)
  }

  /// What was counted on the connection before means nothing on the next one.
  mutating func beginConnection() {
    interruptAll(sparesPolled: false)
    completeness = CompletenessCheck()
    clock = ServerClockReader()
    malformedInARow = 0
    malformedNamed = 0
    connections += 1
    let count = connections
    postToAll { $0.post(connections: count) }
    requests = []
    resyncs = []
    for slot in entries.indices { entries[slot].tracker = SequenceTracker() }
    isUnsettled = true
  }

  /// The link's state changed; anything but live means that no quote is proven current which comes over the link.
  ///
  /// While messages are only late, numbers go on being judged: nothing has to be asked for afterwards. What is polled
  /// beside the link goes on by itself, unless the program is stopped: then nobody asks.
  mutating func change(to new: FeedStatus, at now: Instant) {
    guard new != status else { return }
    let asksOn = new != .suspended && status != .suspended
    interruptAll(sparesPolled: asksOn)
    status = new
    if !isTimely, !isLate {
      for slot in entries.indices where !(asksOn && standsAlone(slot)) {
        _ = entries[slot].tracker.interrupt(at: now)
      }
    }
    if isTimely {
      for slot in entries.indices where entries[slot].tracker.isCurrent { mark(slot, .changed) }
    }
    postToAll { $0.post(new) }
    isUnsettled = true
    settle(at: now)
  }

  /// Time has passed: unsubscribes what nobody wanted again, asks again for snapshots that did not come.
  mutating func wake(at now: Instant) {
    let unwanted = ledger.takeDue(at: now)
    if !unwanted.isEmpty {
      for symbol in unwanted {
        if let slot = slots[symbol] { entries[slot].tracker.unsubscribe() }
      }
      requests.append(.send(.unsubscribe(unwanted)))
    }
    changeRates(at: now)
    if isTimely || isLate, !repairsItself {
      for slot in entries.indices where entries[slot].tracker.wake(at: now) {
        resyncs.append(entries[slot].symbol)
      }
    }
    requestResyncs()
    forgetOldest()
    isUnsettled = true
    settle(at: now)
  }

  /// Says that these are wanted, which makes a snapshot of each outstanding.
  mutating func subscribe(_ symbols: [Symbol], at now: Instant) {
    for symbol in symbols {
      if let slot = slots[symbol] { entries[slot].tracker.subscribe(at: now) }
    }
    if !symbols.isEmpty { requests.append(.send(.subscribe(symbols, maxRate: maxRate))) }
    isUnsettled = true
  }

  /// Says that these are wanted once a second, which makes a snapshot of each outstanding too.
  mutating func subscribe(slowly symbols: [Symbol], at now: Instant) {
    for symbol in symbols {
      if let slot = slots[symbol] { entries[slot].tracker.subscribe(at: now) }
    }
    if !symbols.isEmpty { requests.append(.send(.subscribe(symbols, maxRate: Self.slowRate))) }
    isUnsettled = true
  }

  /// Says the rates that have changed of symbols that are subscribed already.
  ///
  /// The numbers of a symbol go on across a subscribe, and so does the proof that its quote is current: the snapshot
  /// that answers is nothing that the quote would have to wait for, and a gap asks for one of its own.
  mutating func changeRates(at now: Instant) {
    let (faster, slower) = ledger.takeRateChanges(at: now)
    if !faster.isEmpty { requests.append(.send(.subscribe(faster, maxRate: maxRate))) }
    if !slower.isEmpty { requests.append(.send(.subscribe(slower, maxRate: Self.slowRate))) }
  }

  private mutating func interruptAll(sparesPolled: Bool) {
    for slot in entries.indices where isLive(slot) && !(sparesPolled && standsAlone(slot)) {
      mark(slot, .interrupted)
    }
  }
}
