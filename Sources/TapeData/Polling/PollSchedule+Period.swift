import TapeDomain

/// How often prices are asked for.
extension PollSchedule {
  /// The part of the day's credits that is kept for what nobody can foresee: symbols that are looked at, errands, tries.
  private static let reserve = 20

  /// The time between two prices of an open market that the credits allow, for what is watched now.
  func neededPeriod(at clock: PollClock) -> Duration {
    let watched = entries.values.filter(\.isPolled)
    if watched.isEmpty { return period.duration }
    let closed = watched.count(where: \.isClosed)
    // Without an open market it is the closed ones that the credits are for.
    let cost = terms.cost(ofSymbols: closed == watched.count ? closed : watched.count - closed)
    var needed = terms.shortestPeriod
    if closed == watched.count, closed > 0, let closedPeriod = terms.closedPeriod {
      needed = max(needed, closedPeriod)
    }
    if let perMinute = budget.perMinute { needed = max(needed, .seconds(60) * cost / max(1, perMinute)) }
    guard let perDay = budget.perDay, let left = budget.leftToday(at: clock) else { return needed }
    let usable = left - perDay / Self.reserve - closedCost(closed == watched.count ? 0 : closed, at: clock)
    guard usable > 0 else { return max(needed, clock.untilMidnight) }
    return max(needed, clock.untilMidnight * cost / usable)
  }

  /// The time until that symbol is asked for again.
  func spacing(of entry: PollEntry, at clock: PollClock) -> Duration {
    guard entry.isClosed, let closedPeriod = terms.closedPeriod else { return period.duration }
    let closed = entries.values.count { $0.isPolled && $0.isClosed }
    return max(period.duration, closedPeriod, closedNeed(closed, at: clock))
  }

  /// What the closed markets cost for the rest of the day, with one request when they open.
  private func closedCost(_ closed: Int, at clock: PollClock) -> Int {
    guard closed > 0, let closedPeriod = terms.closedPeriod else { return 0 }
    let spacing = max(closedPeriod, closedNeed(closed, at: clock))
    let rounds = Int(clock.untilMidnight.wholeNanoseconds / max(1, spacing.wholeNanoseconds)) + 1
    return terms.cost(ofSymbols: closed) * rounds
  }

  /// Closed markets get a quarter of what is left of the day, however many they are.
  private func closedNeed(_ closed: Int, at clock: PollClock) -> Duration {
    guard let left = budget.leftToday(at: clock) else { return .zero }
    return clock.untilMidnight * terms.cost(ofSymbols: closed) / max(1, left / 4)
  }
}
