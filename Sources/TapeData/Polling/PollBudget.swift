import TapeDomain

/// Keeps what is asked of a source within its credits: those of any second and minute, and those of the day in UTC.
///
/// It is wary: a request counts from when it is sent, a minute is a little longer than one, and where the source's own
/// count is higher that one holds.
struct PollBudget: Equatable, Sendable {
  /// How much longer than a minute, and than a second, a window is: requests may overtake each other on the way.
  static let margin = Duration.seconds(1)
  private static let minute = Duration.seconds(60) + margin
  private static let second = Duration.seconds(1) + .milliseconds(200)

  private struct Spending: Equatable, Sendable {
    var at: Instant
    var cost: Int
  }

  private var perSecond: Int?
  private(set) var perMinute: Int?
  /// What the source said that the key has in a minute.
  private var saidPerMinute: Int?
  private(set) var perDay: Int?
  /// What this run has spent in the last minute, oldest first; no more than there are credits.
  private var recent: [Spending] = []
  /// What others have, as far as it is known.
  private var othersRecent: [Spending] = []
  private var day: Int
  /// What this run has spent today.
  private var spentHere = 0
  /// What runs before it, other programs with the same key, and the source's own count add to that.
  private var spentElsewhere = 0
  /// Nothing may be asked before; nil when the source has not said so.
  private var blockedUntil: Instant?

  /// A budget of which nothing is spent, or as much as `record` says.
  init(_ terms: PollTerms, record: PollRecord? = nil, at clock: PollClock) {
    perSecond = terms.perSecond
    perMinute = terms.perMinute
    perDay = terms.perDay
    day = clock.day
    if let record { take(others: record, at: clock) }
  }

  private var spentToday: Int { spentHere + spentElsewhere }

  /// The credits that are left of the day; nil for no limit.
  func leftToday(at clock: PollClock) -> Int? {
    perDay.map { max(0, $0 - (clock.day > day ? 0 : spentToday)) }
  }

  /// When so many credits may be spent next: `now` when they may at once.
  func earliest(_ cost: Int, at clock: PollClock) -> Instant {
    var result = max(clock.now, blockedUntil ?? clock.now)
    if let perDay, clock.day <= day, spentToday + cost > perDay { result = max(result, midnight(at: clock)) }
    if let perMinute { result = max(result, free(cost, of: perMinute, in: Self.minute, at: clock.now)) }
    if let perSecond { result = max(result, free(cost, of: perSecond, in: Self.second, at: clock.now)) }
    return result
  }

  /// The most credits that may be spent at once now, at most `wanted`.
  func affordable(_ wanted: Int, at clock: PollClock) -> Int {
    var cost = wanted
    while cost > 1, earliest(cost, at: clock) > clock.now { cost -= 1 }
    return cost
  }

  /// So many credits are spent.
  mutating func spend(_ cost: Int, at clock: PollClock) {
    turn(at: clock)
    spentHere += cost
    recent.removeAll { $0.at + Self.minute <= clock.now }
    recent.append(Spending(at: clock.now, cost: cost))
  }

  /// So many credits, spent at `instant`, were not charged.
  mutating func refund(_ cost: Int, spentAt instant: Instant) {
    spentHere = max(0, spentHere - cost)
    if let place = recent.firstIndex(where: { $0.at == instant && $0.cost == cost }) {
      recent.remove(at: place)
    }
  }

  /// The source says what is left; what it counts higher than we do holds.
  mutating func learn(_ allowance: PollAllowance, at clock: PollClock) {
    turn(at: clock)
    if let said = allowance.perMinute, said > 0 {
      perMinute = said
      saidPerMinute = said
    }
    if allowance.hasFreeDays { perDay = nil }
    if let left = allowance.leftOfMinute, let perMinute {
      let ours = spendings(in: Self.minute, at: clock.now).reduce(0) { $0 + $1.cost }
      let theirs = max(0, perMinute - left)
      if theirs > ours { othersRecent.append(Spending(at: clock.now, cost: theirs - ours)) }
    }
    if let left = allowance.leftOfDay, let perDay {
      spentElsewhere = max(spentElsewhere, perDay - left - spentHere)
    }
  }

  /// Nothing may be asked until then.
  mutating func block(until instant: Instant) {
    blockedUntil = max(blockedUntil ?? instant, instant)
  }

  /// The day's credits are used up, whatever we counted.
  mutating func exhaustDay(at clock: PollClock) {
    turn(at: clock)
    if let perDay { spentElsewhere = max(spentElsewhere, perDay - spentHere) }
    block(until: midnight(at: clock))
  }

  /// What other runs, and other programs with the same key, have spent.
  mutating func take(others record: PollRecord, at clock: PollClock) {
    turn(at: clock)
    if let said = record.perMinute, said > 0, saidPerMinute == nil { perMinute = said }
    // A day that is yet to come was said by a clock that was wrong; what was spent was spent all the same.
    guard record.day >= day else { return }
    spentElsewhere = max(spentElsewhere, record.spent)
    let known = record.recent.filter { (Duration.zero..<Self.minute).contains(clock.wall - $0.at) }
    guard known.reduce(0, { $0 + $1.cost }) > othersRecent.reduce(0, { $0 + $1.cost }) else { return }
    othersRecent = known.map { Spending(at: clock.instant(of: $0.at), cost: $0.cost) }
  }

  /// What this run has spent, to be remembered.
  func record(at clock: PollClock) -> PollRecord {
    PollRecord(
      day: max(day, clock.day), spent: clock.day > day ? 0 : spentHere,
      recent: recent.filter { $0.at + Self.minute > clock.now }.map {
        PollRecord.Spending(at: clock.wall - (clock.now - $0.at), cost: $0.cost)
      }, perMinute: saidPerMinute)
  }

  /// When the source's next day begins, a little late: its clock need not be ours.
  func midnight(at clock: PollClock) -> Instant { clock.now + clock.untilMidnight + .seconds(30) }

  /// A new day begins with nothing spent. A clock that was set back by less than a day does not bring credits back.
  private mutating func turn(at clock: PollClock) {
    let today = clock.day
    if today > day { (spentHere, spentElsewhere) = (0, 0) }
    othersRecent.removeAll { $0.at + Self.minute <= clock.now }
    if today > day || today < day - 1 { day = today }
  }

  /// What was spent in so much time before `now`, oldest first.
  private func spendings(in window: Duration, at now: Instant) -> [Spending] {
    let all = othersRecent.isEmpty ? recent : (recent + othersRecent).sorted { $0.at < $1.at }
    return all.filter { $0.at + window > now }
  }

  private func free(_ cost: Int, of limit: Int, in window: Duration, at now: Instant) -> Instant {
    let spent = spendings(in: window, at: now)
    var sum = spent.reduce(0) { $0 + $1.cost }
    // More than is ever allowed at once has to wait for an empty window.
    let room = max(0, limit - cost)
    if sum <= room { return now }
    for spending in spent {
      sum -= spending.cost
      if sum <= room { return spending.at + window }
    }
    return now
  }
}
