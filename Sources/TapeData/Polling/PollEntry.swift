import TapeDomain

/// What the schedule knows of one symbol.
struct PollEntry: Equatable, Sendable {
  /// Whether somebody watches it.
  var isWanted = true
  /// When it is to be asked for again.
  var due: Instant
  /// Whether somebody waits for it: it has no price, or one that is too old.
  var isUrgent = true
  /// Whether a request for it is under way.
  var isAsked = false
  /// Whether the source does not have it.
  var isRefused = false
  /// Whether its price was told and not taken back.
  var isTold = false
  /// When its price was fetched; nil when there is none that can be believed.
  var fetchedAt: Instant?
  /// Until when its price counts as live.
  var liveUntil: Instant?
  /// Whether its market is closed.
  var isClosed = false
  /// When its market opens, where the source says so.
  var opensAt: Instant?

  /// A symbol that was never asked for.
  init(due: Instant) {
    self.due = due
  }

  /// Whether it is to be asked for at all.
  var isPolled: Bool { isWanted && !isRefused }

  /// Whether its price is one to be shown as live.
  func isLive(at now: Instant) -> Bool { liveUntil.map { $0 > now } ?? false }

  /// It is wanted; true when its price is still within its time, else somebody waits for it.
  mutating func want(at now: Instant) -> Bool {
    if !isWanted { isRefused = false }
    isWanted = true
    if isLive(at: now) { return true }
    isUrgent = true
    if !isAsked { due = min(due, now) }
    return false
  }

  /// Its price was fetched, and the next is due after `period`.
  mutating func fetched(at now: Instant, period: Duration) {
    fetchedAt = now
    isUrgent = false
    isTold = isWanted
    isRefused = false
    liveUntil = nil
    space(by: period, at: now)
  }

  /// The time between two prices is another: a price lives for two of them, from now on when they have become shorter.
  mutating func space(by period: Duration, at now: Instant) {
    guard let fetchedAt else { return }
    due = fetchedAt + period
    let life = fetchedAt + period * 2
    if let promised = liveUntil, promised > life {
      liveUntil = min(promised, now + period * 2)
    } else {
      liveUntil = life
    }
    guard isClosed, let opensAt, opensAt > fetchedAt else { return }
    // What was true of a closed market is not when it opens.
    due = min(due, max(opensAt + Self.openingGrace, fetchedAt))
    liveUntil = min(liveUntil ?? life, opensAt + Self.openingLife)
  }

  /// The time of its price is over: it is to be asked for as soon as that may be.
  mutating func expire(at now: Instant) {
    isTold = false
    isUrgent = true
    if !isAsked { due = min(due, now) }
  }

  /// Whoever was told nothing is told its price, if that is within its time.
  mutating func tellIfLive(at now: Instant) { isTold = isLive(at: now) }

  /// There is no price any more that can be believed.
  mutating func distrust() {
    fetchedAt = nil
    liveUntil = nil
    isTold = false
  }

  /// How long after the opening the first price is asked for, and until when the close may stand for it.
  private static let openingGrace = Duration.seconds(15)
  private static let openingLife = Duration.seconds(180)
}
