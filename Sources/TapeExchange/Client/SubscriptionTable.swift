import TapeDomain

/// The instruments one connection asked for: their numbers, what waits to be sent, and how often it may be.
///
/// At most one change and one snapshot wait per symbol, so the table's size does not depend on the market's rate.
struct SubscriptionTable: Sendable {
  /// Updates closer than this are spaced by their own instants, not by the steps that send them.
  static let stepSpacing = Duration.milliseconds(10)
  /// How long updates of a symbol are kept back after one was lost on purpose.
  static let lossDuration = Duration.seconds(10)

  private var slots: [Int: Int] = [:]
  private var entries: [Subscription] = []
  private var pending: [Int] = []
  private var snapshots: [Int] = []

  /// Whether a snapshot waits to be sent.
  var owesSnapshots: Bool { !snapshots.isEmpty }

  /// Whether updates of anything are wanted.
  var isActive: Bool { entries.contains { $0.isActive } }

  /// The number of an instrument's newest update; nil when it was never asked for.
  func number(of index: Int) -> Int? { slots[index].map { entries[$0].number } }

  /// When the first waiting change may go.
  var nextDue: Instant? {
    pending.lazy.map { entries[$0] }.filter { $0.isPending }.map { $0.lostUntil ?? $0.allowedAt }.min()
  }

  /// Owes a snapshot, and updates from then on, at most `maxRate` a second.
  mutating func subscribe(_ index: Int, maxRate: Int, in market: MarketModel, at now: Instant) {
    let slot = slot(of: index, in: market, at: now)
    entries[slot].isActive = true
    entries[slot].spacing = .nanoseconds(1_000_000_000 / Int64(max(1, maxRate)))
    entries[slot].allowedAt = min(entries[slot].allowedAt, now + entries[slot].spacing)
    oweSnapshot(slot)
  }

  /// Ends the updates of an instrument; its numbers go on when it is subscribed again.
  mutating func unsubscribe(_ index: Int) {
    guard let slot = slots[index] else { return }
    entries[slot].isActive = false
    entries[slot].isPending = false
    entries[slot].owesSnapshot = false
  }

  /// Owes a snapshot of an instrument.
  mutating func resync(_ index: Int, in market: MarketModel, at now: Instant) {
    oweSnapshot(slot(of: index, in: market, at: now))
  }

  /// Leaves out one number of an instrument and makes its next update due at once.
  mutating func skipNumber(of index: Int, at now: Instant) {
    guard let slot = slots[index], entries[slot].isActive else { return }
    entries[slot].number += 1
    entries[slot].allowedAt = now
    setPending(slot)
  }

  /// Numbers an update of an instrument that is never sent, and keeps back what follows until a snapshot or 10 s later.
  ///
  /// - Returns: Whether the client was subscribed, so that the update counts as sent.
  mutating func lose(_ index: Int, quote: MarketQuote, at now: Instant) -> Bool {
    guard let slot = slots[index], entries[slot].isActive, !entries[slot].owesSnapshot else { return false }
    entries[slot].number += 1
    entries[slot].sent = quote
    entries[slot].isPending = false
    entries[slot].lostUntil = now + Self.lossDuration
    return true
  }

  /// Of these instruments, the ones that are subscribed and known to the client; their session counts as told.
  mutating func tell(_ notice: MarketNotice) -> [Int] {
    notice.indices.filter { index in
      guard let slot = slots[index], entries[slot].isActive, !entries[slot].owesSnapshot else { return false }
      entries[slot].sent.session = notice.session
      return true
    }
  }

  /// Sends the owed snapshots that there is room for, oldest first.
  mutating func sendSnapshots(_ market: MarketModel, into output: inout StepOutput) {
    var done = 0
    while output.hasRoom, done < snapshots.count {
      let slot = snapshots[done]
      done += 1
      entries[slot].isListedSnapshot = false
      guard entries[slot].owesSnapshot else { continue }
      let index = entries[slot].index
      entries[slot].owesSnapshot = false
      entries[slot].isPending = false
      entries[slot].lostUntil = nil
      entries[slot].sent = market.quotes[index]
      output.text(
        FrameEncoder.snapshot(
          market.instruments[index], market.quotes[index], number: entries[slot].number))
    }
    snapshots.removeFirst(done)
  }

  /// Sends the waiting changes that are due, each as the newest quote, as far as there is room.
  mutating func sendPending(at now: Instant, _ market: MarketModel, into output: inout StepOutput) {
    guard output.hasRoom else { return }
    let waiting = pending
    pending.removeAll(keepingCapacity: true)
    for slot in waiting {
      if let until = entries[slot].lostUntil, until <= now { entries[slot].lostUntil = nil }
      if !entries[slot].isPending {
        entries[slot].isListedPending = false
      } else if output.hasRoom, entries[slot].mayUpdate(at: now) {
        entries[slot].isListedPending = false
        update(slot, to: market.quotes[entries[slot].index], from: now, market, into: &output)
      } else {
        pending.append(slot)
      }
    }
  }

  /// Sends a change at once when its rate and the room allow, else keeps it waiting.
  mutating func note(
    _ change: MarketChange, at now: Instant, _ market: MarketModel, isOpen: Bool,
    into output: inout StepOutput
  ) {
    guard let slot = slots[change.index], entries[slot].isActive, !entries[slot].owesSnapshot,
      change.quote.revision > entries[slot].sent.revision
    else { return }
    let instant = entries[slot].spacing < Self.stepSpacing ? change.at : now
    if isOpen, output.hasRoom, entries[slot].mayUpdate(at: instant) {
      update(slot, to: change.quote, from: instant, market, into: &output)
    } else {
      setPending(slot)
    }
  }

  private mutating func update(
    _ slot: Int, to quote: MarketQuote, from instant: Instant, _ market: MarketModel,
    into output: inout StepOutput
  ) {
    entries[slot].number += 1
    output.text(
      FrameEncoder.update(
        market.instruments[entries[slot].index], quote, since: entries[slot].sent,
        number: entries[slot].number))
    entries[slot].sent = quote
    entries[slot].isPending = false
    entries[slot].allowedAt = instant + entries[slot].spacing
  }

  private mutating func setPending(_ slot: Int) {
    entries[slot].isPending = true
    guard !entries[slot].isListedPending else { return }
    entries[slot].isListedPending = true
    pending.append(slot)
  }

  private mutating func oweSnapshot(_ slot: Int) {
    entries[slot].owesSnapshot = true
    guard !entries[slot].isListedSnapshot else { return }
    entries[slot].isListedSnapshot = true
    snapshots.append(slot)
  }

  private mutating func slot(of index: Int, in market: MarketModel, at now: Instant) -> Int {
    if let slot = slots[index] { return slot }
    entries.append(Subscription(index: index, allowedAt: now, sent: market.quotes[index]))
    slots[index] = entries.count - 1
    return entries.count - 1
  }
}
