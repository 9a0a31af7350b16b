import TapeDomain

/// What every update of a symbol needs; the rest that the book knows of it is its ``QuoteRecord``.
///
/// Small and apart, since a quote has some 400 bytes: a burst over thousands of symbols that touched all of each waited
/// for memory most of its time. So a tick is only kept here, and applied to the quote when somebody looks.
struct QuoteEntry {
  /// What a tick says, but for its symbol.
  private struct Tick {
    var sequence: Int
    var time: Timestamp
    var last: Int
  }

  /// The symbol.
  let symbol: Symbol
  /// Judges its numbers.
  var tracker = SequenceTracker()
  /// The newest tick that is not applied to the quote yet.
  private var tick: Tick?
  /// The seats of its watchers.
  var seats: [Int] = []
  /// The run of ticks in which its watchers were last marked.
  var markedIn = 0

  /// Nothing known yet.
  init(symbol: Symbol) {
    self.symbol = symbol
  }

  /// Whether it may be forgotten.
  var isIdle: Bool { seats.isEmpty && tracker.isIdle }

  /// The newest tick when it is not applied to the quote yet.
  var waitingTick: QuoteTick? {
    tick.map { QuoteTick(symbol: symbol, sequence: $0.sequence, time: $0.time, last: $0.last) }
  }

  /// Judges a tick by its number, and keeps one that follows.
  @inline(__always)
  mutating func receive(_ new: QuoteTick, at now: Instant) -> SequenceTracker.UpdateVerdict {
    let verdict = tracker.receive(update: new.sequence, at: now)
    if verdict == .apply { tick = Tick(sequence: new.sequence, time: new.time, last: new.last) }
    return verdict
  }

  /// The tick was applied, or there is no quote any more that it would change.
  mutating func dropTick() {
    tick = nil
  }
}
