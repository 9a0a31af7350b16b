import TapeDomain

/// What answers mean.
extension PollSchedule {
  /// A request was answered.
  mutating func answered(_ id: Int, _ answer: PollAnswer, at clock: PollClock, jitter: Int) -> [Action] {
    guard let work = finish(id) else { return [] }
    if let allowance = answer.allowance { budget.learn(allowance, at: clock) }
    errands.add(answer.errands, at: clock.now)
    guard let failure = answer.failure else { return served(work, answer, at: clock) + [.remember] }
    if !terms.chargesErrors { budget.refund(work.cost, spentAt: work.since) }
    return failed(work, failure, at: clock, jitter: jitter) + [.remember]
  }

  /// A request brought no answer; `isCharged` says whether the source may have counted it all the same.
  mutating func unanswered(
    _ id: Int, _ failure: PollFailure, isCharged: Bool, at clock: PollClock, jitter: Int
  ) -> [Action] {
    guard let work = finish(id) else { return [] }
    if !isCharged { budget.refund(work.cost, spentAt: work.since) }
    return failed(work, failure, at: clock, jitter: jitter) + [.remember]
  }

  /// What was told cannot be used: the source is asked anew, later.
  mutating func fail(_ reason: String, at clock: PollClock, jitter: Int) -> [Action] {
    guard isAsking else { return [] }
    giveUpWork()
    entries.forEach { $0.distrust() }
    retry.failed(reason, at: clock.now, jitter: jitter)
    phase = .reconnecting(since: clock.now)
    return tellLink(at: clock) + describe(at: clock)
  }

  private mutating func finish(_ id: Int) -> Work? {
    guard let work = working.removeValue(forKey: id) else { return nil }
    for symbol in work.job.symbols { entries[symbol]?.isAsked = false }
    return work
  }

  // MARK: Prices

  private mutating func served(
    _ work: Work, _ answer: PollAnswer, at clock: PollClock
  ) -> [Action] {
    retry.succeeded()
    var messages = answer.messages
    if messages.contains(where: { if case .snapshot = $0 { true } else { false } }) {
      for (symbol, reason) in division.succeeded().sorted(by: { $0.key < $1.key }) {
        messages.append(.error(code: "refused", symbol: symbol, message: reason))
      }
    }
    // What the answer says of the credits is known before its prices get their time.
    var actions = review(at: clock) + becomeLive(at: clock, except: work.job.symbols)
    for symbol in work.job.symbols {
      guard var entry = entries[symbol] else { continue }
      // Of what the answer leaves out nothing is known that was not before.
      entry.isUrgent = false
      entry.due = clock.now + spacing(isClosed: entry.isClosed, at: clock)
      entries[symbol] = entry
    }
    for symbol in answer.later {
      entries[symbol]?.isUrgent = true
      entries[symbol]?.due = clock.now
    }
    for message in messages { note(message, at: clock) }
    if !messages.isEmpty { actions.append(.say(messages)) }
    let renewed = answer.renewed.filter { entries[$0]?.isTold == true }
    if !renewed.isEmpty { actions.append(.tellAgain(renewed)) }
    return actions + review(at: clock) + describe(at: clock)
  }

  /// What was told again may say more of the market than it did before; the price is as old as it was.
  mutating func toldAgain(_ messages: [FeedMessage], at clock: PollClock) {
    for case .snapshot(let patch) in messages {
      guard var entry = entries[patch.symbol] else { continue }
      noteMarket(patch, in: &entry, at: clock)
      entry.space(by: spacing(isClosed: entry.isClosed, at: clock), at: clock.now)
      entries[patch.symbol] = entry
    }
  }

  private func noteMarket(_ patch: QuotePatch, in entry: inout PollEntry, at clock: PollClock) {
    entry.isClosed = patch.session == .set(.closed)
    entry.opensAt = nil
    if case .set(let opening) = patch.opening { entry.opensAt = clock.instant(of: opening.time) }
  }

  private mutating func note(_ message: FeedMessage, at clock: PollClock) {
    switch message {
    case .snapshot(let patch):
      guard var entry = entries[patch.symbol] else { return }
      noteMarket(patch, in: &entry, at: clock)
      entry.fetched(at: clock.now, period: spacing(isClosed: entry.isClosed, at: clock))
      entries[patch.symbol] = entry
    case .error(_, let symbol?, _):
      entries[symbol]?.isRefused = true
      entries[symbol]?.distrust()
    case .malformed(_, let symbol?):
      entries[symbol]?.distrust()
    default: break
    }
  }

  // MARK: Failures

  private mutating func failed(
    _ work: Work, _ failure: PollFailure, at clock: PollClock, jitter: Int
  ) -> [Action] {
    // The prices do not depend on an errand.
    if case .errand(let name) = work.job, !failure.isRefusal {
      return [.log("\(terms.title), \(name): \(failure.reason)")] + describe(at: clock)
    }
    switch failure {
    case .refused(let reason):
      giveUpWork()
      phase = .refused
      entries.forEach { $0.isTold = false }
      return [.emit(.refused(reason: reason))] + describe(at: clock)
    case .divided(let reason):
      return divide(work.job.symbols, reason, at: clock, jitter: jitter)
    case .transient(let reason):
      return putOff(reason, wait: nil, at: clock, jitter: jitter)
    case .limited(let reason, let wait, let isDay):
      if isDay { budget.exhaustDay(at: clock) }
      let wait = isDay ? budget.midnight(at: clock) - clock.now : wait ?? terms.limitDelay
      budget.block(until: clock.now + wait)
      return putOff(reason, wait: wait, at: clock, jitter: jitter)
    }
  }

  private mutating func divide(
    _ symbols: [Symbol], _ reason: String, at clock: PollClock, jitter: Int
  ) -> [Action] {
    let isProven = entries.hasLiving(besides: symbols, at: clock.now)
    switch division.failed(symbols, reason, isProven: isProven) {
    case .goesOn: return describe(at: clock)
    case .culprit(let symbol):
      entries[symbol]?.isRefused = true
      entries[symbol]?.distrust()
      return [.say([.error(code: "refused", symbol: symbol, message: reason)])] + describe(at: clock)
    case .nothingComes: return putOff(reason, wait: nil, at: clock, jitter: jitter)
    }
  }

  /// What was asked for is asked for again later.
  private mutating func putOff(
    _ reason: String, wait: Duration?, at clock: PollClock, jitter: Int
  ) -> [Action] {
    division.reset()
    retry.failed(reason, at: clock.now, jitter: jitter, wait: wait)
    switch phase {
    case .connecting: phase = .reconnecting(since: clock.now)
    // Their time was over before it was known that nothing comes.
    case .live where !entries.hasLiving(at: clock.now):
      phase = .reconnecting(since: clock.now)
    case .live, .reconnecting: break
    case .idle, .refused, .suspended: return []
    }
    return [.log(reason)] + tellLink(at: clock) + describe(at: clock)
  }
}

extension PollFailure {
  /// Whether the source does not want us.
  var isRefusal: Bool {
    if case .refused = self { true } else { false }
  }
}
