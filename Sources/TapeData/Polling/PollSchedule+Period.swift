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
    let isAllClosed = closed == watched.count
    let cost = terms.cost(ofSymbols: isAllClosed ? closed : watched.count - closed)
    var needed = terms.shortestPeriod
    if isAllClosed, terms.closedPeriod != nil {
      needed = max(needed, closedSpacing(closed, at: clock))
      return needed
    }
    if let perMinute = budget.perMinute { needed = max(needed, .seconds(60) * cost / max(1, perMinute)) }
    guard let perDay = budget.perDay, let left = budget.leftToday(at: clock) else { return needed }
    let usable = left - perDay / Self.reserve - closedCost(closed, at: clock)
    guard usable > 0 else { return max(needed, clock.untilMidnight) }
    return max(needed, clock.untilMidnight * cost / usable)
  }

  /// The time until a symbol is asked for again, by whether its market is closed.
  func spacing(isClosed: Bool, at clock: PollClock) -> Duration {
    guard isClosed, terms.closedPeriod != nil else { return period.duration }
    let closed = entries.values.count { $0.isPolled && $0.isClosed }
    return max(period.duration, closedSpacing(closed, at: clock))
  }

  /// The time between two prices of a closed market. All of them together get a quarter of what is left of the day, however
  /// many they are, unless nobody says when one of them opens.
  private func closedSpacing(_ closed: Int, at clock: PollClock) -> Duration {
    let least = terms.closedPeriod ?? .zero
    guard let left = budget.leftToday(at: clock) else { return least }
    let need = clock.untilMidnight * terms.cost(ofSymbols: closed) / max(1, left / 4)
    let isKnown = entries.values.allSatisfy { !$0.isPolled || !$0.isClosed || $0.opensAt != nil }
    return max(least, isKnown ? need : min(need, Self.longestBlind))
  }

  /// What the closed markets cost for the rest of the day.
  private func closedCost(_ closed: Int, at clock: PollClock) -> Int {
    guard closed > 0, terms.closedPeriod != nil else { return 0 }
    let spacing = closedSpacing(closed, at: clock)
    let rounds = Int(clock.untilMidnight.wholeNanoseconds / max(1, spacing.wholeNanoseconds)) + 1
    return terms.cost(ofSymbols: closed) * rounds
  }

  /// How long nobody looks whether a market has opened of which that is not known.
  private static let longestBlind = Duration.seconds(4 * 3600)
}
