import TapeDomain

extension ConnectionMachine {
  /// The first connection begins.
  mutating func start(at now: Instant) -> [Action] {
    guard case .idle = phase else { return [] }
    return begin(at: now)
  }

  /// The end of all connections.
  mutating func stop() -> [Action] {
    generation = nextGeneration()
    phase = .stopped
    return [.end(.close(code: 1000, reason: ""))]
  }

  /// The program is about to be stopped: the connection goes at once, since nobody would read or answer on it.
  mutating func suspend() -> [Action] {
    switch phase {
    case .idle, .suspended, .stopped: return []
    default: break
    }
    generation = nextGeneration()
    phase = .suspended
    return [.end(.abort), .emit(.suspended)]
  }

  /// The program goes on: connects at once after a suspension, else as ``retry(at:jitter:)``.
  mutating func resume(at now: Instant, jitter: () -> Int) -> [Action] {
    guard case .suspended = phase else { return retry(at: now, jitter: jitter) }
    return beginByHand(at: now, reason: "tape was suspended.")
  }

  /// The user asks for a try now: done when the link is not live, at most once in 2 s.
  mutating func retry(at now: Instant, jitter: () -> Int) -> [Action] {
    // A link that died while the process was stopped is found here, and then tried at once.
    let news = advance(to: now, jitter: jitter)
    switch phase {
    case .idle, .suspended, .stopped, .reading, .starting: return news
    case .refused, .waiting: break
    case .connecting(let since):
      if now - since < ReconnectPolicy.manualSpacing { return news }
    case .open(let open):
      let isLive = open.isHeard && open.liveness.lateSince == nil
      if isLive || now - open.since < ReconnectPolicy.manualSpacing { return news }
    }
    guard reconnect.allowsManualTry(at: now) else { return news }
    if case .refused = phase { knowsToken = false }
    return news + [.end(.abort)]
      + beginByHand(at: now, reason: reason.isEmpty ? "Trying again as asked." : reason)
  }

  /// The owner found the connection unusable: closes it with `code` and reconnects with backoff.
  mutating func fail(code: UInt16, reason: String, at now: Instant, jitter: () -> Int) -> [Action] {
    guard case .open = phase else { return [] }
    let failure = FailureKind.transient(reason: reason, retryAfter: nil)
    return lose(failure, ending: .close(code: code, reason: reason), at: now, jitter: jitter)
  }

  private mutating func beginByHand(at now: Instant, reason: String) -> [Action] {
    downSince = downSince ?? now
    self.reason = reason
    reconnect.startsByHand()
    return begin(at: now)
  }

  /// Starts a try where the link begins, with the token read first when it is not known.
  mutating func begin(at now: Instant) -> [Action] {
    generation = nextGeneration()
    target = base
    redirects = 0
    standby = nil
    replaceAt = nil
    if knowsToken { phase = .starting } else { readToken(refusal: nil) }
    return [.emit(downSince.map { status(retryAt: nil, since: $0) } ?? .connecting)]
  }

  mutating func readToken(refusal: String?) {
    requests += 1
    phase = .reading(request: requests, isTaken: false, refusal: refusal)
  }

  func status(retryAt: Instant?, since: Instant) -> FeedStatus {
    .reconnecting(attempt: reconnect.attempt, retryAt: retryAt, since: since, reason: reason)
  }
}
