import TapeDomain

extension QuoteBook {
  /// A connection was made: numbers start afresh and the whole set is subscribed (the protocol, rule 5).
  mutating func connect(at now: Instant) {
    interruptAll()
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
    subscribe(ledger.connect(), at: now)
    settle(at: now)
  }

  /// The link's state changed; anything but live means that no quote is proven current.
  ///
  /// While messages are only late, numbers go on being judged: nothing has to be asked for afterwards.
  mutating func change(to new: FeedStatus, at now: Instant) {
    guard new != status else { return }
    if isTimely { interruptAll() }
    status = new
    if !isTimely, !isLate {
      for slot in entries.indices { _ = entries[slot].tracker.interrupt(at: now) }
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
    if isTimely || isLate {
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

  private mutating func interruptAll() {
    guard isTimely else { return }
    for slot in entries.indices where entries[slot].tracker.isCurrent { mark(slot, .interrupted) }
  }
}
