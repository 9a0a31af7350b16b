import TapeDomain

/// Judges one symbol's numbers on one connection: the protocol, rules 1 and 2.
///
/// Numbers are 1…2^63−1. Whoever drives it sends the resync that a verdict asks for.
struct SequenceTracker {
  /// What to do with an update.
  enum UpdateVerdict: Equatable {
    /// It follows the last one.
    case apply
    /// A snapshot is on its way that will include it, or follow it.
    case hold
    /// A duplicate, or a symbol that is not subscribed.
    case drop
    /// Something is missing: the symbol is interrupted and one resync is sent.
    case gap
  }

  /// What to do with a snapshot.
  enum SnapshotVerdict: Equatable {
    /// It is the current quote.
    case apply
    /// It is older than what was seen, or the symbol is not subscribed.
    case drop
  }

  /// How many duplicates in a row mean that the server numbers anew.
  static let duplicateLimit = 3

  private enum Phase {
    case idle
    case refused
    case waiting(for: OutstandingSnapshot)
    case current
  }

  private var phase = Phase.idle
  /// The number of the newest message that was applied on this connection; 0 before the first.
  private var last = 0
  private var duplicates = 0

  /// The number of the newest message that was applied.
  var lastNumber: Int { last }

  /// A tracker whose newest applied message is that number and proven to be the newest there is.
  static func current(at number: Int) -> SequenceTracker {
    var tracker = SequenceTracker()
    tracker.phase = .current
    tracker.last = number
    return tracker
  }

  /// Whether the newest applied message is proven to be the newest there is.
  var isCurrent: Bool {
    if case .current = phase { true } else { false }
  }

  /// Whether nothing of the symbol is wanted from the source, or to be had from it.
  var isIdle: Bool {
    switch phase {
    case .idle, .refused: true
    case .waiting, .current: false
    }
  }

  /// When the outstanding snapshot is to be asked for again; nil when none is outstanding.
  var deadline: Instant? {
    if case .waiting(let snapshot) = phase { snapshot.deadline } else { nil }
  }

  /// The symbol was subscribed, which asks for a snapshot.
  mutating func subscribe(at now: Instant) {
    phase = .waiting(for: OutstandingSnapshot(askedAt: now, highest: last))
  }

  /// The symbol was unsubscribed; its numbers go on meanwhile.
  mutating func unsubscribe() {
    phase = .idle
  }

  /// The source refused the symbol: it is not asked again, but a snapshot of it would be believed.
  mutating func refuse() {
    phase = .refused
  }

  /// Judges an update.
  @inline(__always)  // so that the usual case, a comparison, stays in the loop over a burst
  mutating func receive(update number: Int, at now: Instant) -> UpdateVerdict {
    switch phase {
    case .idle, .refused:
      return .drop
    case .waiting(var snapshot):
      snapshot.highest = max(snapshot.highest, number)
      phase = .waiting(for: snapshot)
      return .hold
    case .current:
      if number == last &+ 1 {
        last = number
        duplicates = 0
        return .apply
      }
      if number <= last {
        duplicates += 1
        guard duplicates == Self.duplicateLimit else { return .drop }
      }
      phase = .waiting(for: OutstandingSnapshot(askedAt: now, highest: number))
      return .gap
    }
  }

  /// Judges a snapshot.
  mutating func receive(snapshot number: Int) -> SnapshotVerdict {
    switch phase {
    case .idle:
      return .drop
    case .waiting(var snapshot) where number < snapshot.highest && !snapshot.isSecond:
      snapshot.isSecond = true
      phase = .waiting(for: snapshot)
      return .drop
    case .current where number < last:
      return .drop
    case .waiting, .current, .refused:
      phase = .current
      last = number
      duplicates = 0
      return .apply
    }
  }

  /// Something was lost that the numbers do not show; true when a resync is to be sent.
  mutating func interrupt(at now: Instant) -> Bool {
    guard case .current = phase else { return false }
    phase = .waiting(for: OutstandingSnapshot(askedAt: now, highest: last))
    return true
  }

  /// Time has passed; true when the outstanding snapshot did not come and is to be asked for again.
  mutating func wake(at now: Instant) -> Bool {
    guard case .waiting(var snapshot) = phase, snapshot.deadline <= now else { return false }
    snapshot.askAgain(at: now)
    phase = .waiting(for: snapshot)
    return true
  }
}
