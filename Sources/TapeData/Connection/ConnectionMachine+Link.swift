import TapeDomain
import TapeWebSocket

extension ConnectionMachine {
  /// Time has passed.
  mutating func advance(to now: Instant, jitter: () -> Int) -> [Action] {
    switch phase {
    case .waiting(let until) where until <= now: begin(at: now)
    case .open: judge(at: now, jitter: jitter) { $0.advance(to: now) } + advanceReplacement(to: now)
    default: []
    }
  }

  /// The token was read, or could not be.
  mutating func tokenRead(
    _ reading: TokenReading, request: Int, at now: Instant, jitter: () -> Int
  ) -> [Action] {
    guard case .reading(request, _, let refusal) = phase else { return [] }
    switch (reading, refusal) {
    case (.refused(let sentence), _): return refuse(sentence, ending: .closed, at: now)
    case (.unchanged, let refusal?): return refuse(refusal, ending: .closed, at: now)
    case (.changed, .some) where !reconnect.allowsRenewalAtOnce():
      knowsToken = true
      return wait(at: now, jitter: jitter, retryAfter: nil)
    default:
      knowsToken = true
      phase = .starting
      return []
    }
  }

  /// The server accepted the upgrade. LIVE begins later, with the first message.
  mutating func opened(at now: Instant, jitter: () -> Int) -> [Action] {
    guard case .connecting = phase else { return [] }
    connections += 1
    replaceAt = terms.longestLife.map { now + $0 }
    phase = .open(Open(since: now, liveness: LivenessPolicy(openedAt: now, terms: terms.liveness)))
    return [.authenticate, .emitConnected] + advance(to: now, jitter: jitter)
  }

  /// A read brought messages; `isSign` says whether one of them proves the feed.
  mutating func received(isSign: Bool, at now: Instant, jitter: () -> Int) -> [Action] {
    var actions = judge(at: now, jitter: jitter) { $0.received(isSign: isSign, at: now) }
    guard isSign, case .open(var open) = phase else { return actions }
    if open.isHeard {
      reconnect.heard(at: now)
      return actions
    }
    open.isHeard = true
    phase = .open(open)
    downSince = nil
    reason = ""
    if let since = open.liveness.lateSince {
      actions.append(.emit(.late(since: since)))
    } else {
      reconnect.becameTimely(at: now)
      actions.append(.emit(.live))
    }
    return actions
  }

  /// The server sent a ping, which the connection answers by itself.
  mutating func pinged(at now: Instant, jitter: () -> Int) -> [Action] {
    judge(at: now, jitter: jitter) { $0.pinged(at: now) }
  }

  /// A pong came that carries the number of a ping.
  mutating func answered(ping id: UInt64, at now: Instant, jitter: () -> Int) -> [Action] {
    judge(at: now, jitter: jitter) { $0.answered(id: id, at: now) }
  }

  /// Reading was paused or resumed by us.
  mutating func readingPaused(_ isPaused: Bool, at now: Instant) {
    guard case .open(var open) = phase else { return }
    open.liveness.readingPaused(isPaused, at: now)
    phase = .open(open)
  }

  /// Something is wanted of the feed, or nothing any more.
  mutating func asked(_ isAsked: Bool, at now: Instant) {
    guard !terms.liveness.speaksUnasked, case .open(var open) = phase else { return }
    open.liveness.asked(isAsked, at: now)
    phase = .open(open)
  }

  /// The connection ended by itself.
  mutating func closed(_ failure: FailureKind, at now: Instant, jitter: () -> Int) -> [Action] {
    switch phase {
    case .connecting: lose(failure, ending: .closed, at: now, jitter: jitter)
    case .open(let open):
      lose(judged(failure, age: now - open.since), ending: .closed, at: now, jitter: jitter)
    default: []
    }
  }

  /// The same failure, unless the source ended connections so soon and so often that another program must use the same key.
  private mutating func judged(_ failure: FailureKind, age: Duration) -> FailureKind {
    guard let rivalry = terms.rivalry else { return failure }
    shortLives = age < rivalry.shortLife ? shortLives + 1 : 0
    guard case .transient(_, let wait) = failure, shortLives >= rivalry.count else { return failure }
    return .transient(reason: rivalry.sentence, retryAfter: max(wait ?? .zero, rivalry.wait))
  }

  /// The source said on the connection that it does not serve us, or not now.
  mutating func denied(_ failure: FailureKind, at now: Instant, jitter: () -> Int) -> [Action] {
    guard case .open = phase else { return [] }
    return lose(failure, ending: .close(code: 1000, reason: ""), at: now, jitter: jitter)
  }

  /// The connection is lost: says so and decides what comes next.
  mutating func lose(
    _ failure: FailureKind, ending: Ending, at now: Instant, jitter: () -> Int
  ) -> [Action] {
    generation = nextGeneration()
    standby = nil
    replaceAt = nil
    switch failure {
    case .refused(let reason):
      return refuse(reason, ending: ending, at: now)
    case .redirected(let target, let status):
      redirects += 1
      if redirects > Self.maximumRedirects {
        reason = "\"\(base.host)\" redirects (HTTP \(status)) more than \(Self.maximumRedirects) times."
        return [.end(ending)] + wait(at: now, jitter: jitter, retryAfter: nil)
      }
      self.target = target
      phase = .starting
      return [.end(ending)]
    case .tokenExpired(let refusal):
      downSince = downSince ?? now
      reason = "The server says that the token has expired; it is read again."
      reconnect.startsByHand()
      readToken(refusal: refusal)
      return [.end(ending), .emit(status(retryAt: nil, since: downSince ?? now))]
    case .transient(let reason, let retryAfter):
      self.reason = reason
      return [.end(ending)] + wait(at: now, jitter: jitter, retryAfter: retryAfter)
    }
  }

  private mutating func wait(at now: Instant, jitter: () -> Int, retryAfter: Duration?) -> [Action] {
    let since = downSince ?? now
    downSince = since
    let retryAt = reconnect.failed(at: now, jitter: jitter(), retryAfter: retryAfter)
    notBefore = retryAfter == nil ? nil : retryAt
    phase = .waiting(until: retryAt)
    return [.emit(status(retryAt: retryAt, since: since))]
  }

  private mutating func refuse(_ reason: String, ending: Ending, at now: Instant) -> [Action] {
    downSince = downSince ?? now
    self.reason = reason
    phase = .refused
    return [.end(ending), .emit(.refused(reason: reason))]
  }

  mutating func judge(
    at now: Instant, jitter: () -> Int, _ input: (inout LivenessPolicy) -> [LivenessPolicy.Action]
  ) -> [Action] {
    guard case .open(var open) = phase else { return [] }
    let verdicts = input(&open.liveness)
    phase = .open(open)
    var actions: [Action] = []
    for verdict in verdicts {
      switch verdict {
      case .sendPing(let id):
        actions.append(.ping(id: id))
      case .becameLate(let since):
        reconnect.becameLate()
        if open.isHeard { actions.append(.emit(.late(since: since))) }
      case .becameTimely:
        guard open.isHeard else { continue }
        reconnect.becameTimely(at: now)
        actions.append(.emit(.live))
      case .dead(let reason):
        let failure = FailureKind.transient(reason: reason, retryAfter: nil)
        actions += lose(failure, ending: .abort, at: now, jitter: jitter)
      }
    }
    return actions
  }
}
