import TapeDomain

extension ConnectionMachine {
  /// The way into the network changed: what waits is tried now, and what is open has to prove itself.
  ///
  /// Tries for this reason keep the distance of those by hand and do not start the delays over, so that a network
  /// which never rests makes no storm; a time that the server asked for is kept.
  mutating func networkChanged(at now: Instant, jitter: () -> Int) -> [Action] {
    let news = advance(to: now, jitter: jitter)
    switch phase {
    case .waiting(let until):
      let next = max(reconnect.nextManualTry(at: now), notBefore ?? now)
      guard next < until else { return news }
      if next <= now, reconnect.allowsManualTry(at: now) { return news + begin(at: now) }
      phase = .waiting(until: next)
      return news + [.emit(status(retryAt: next, since: downSince ?? now))]
    case .connecting(let since):
      guard now - since >= ReconnectPolicy.manualSpacing, reconnect.allowsManualTry(at: now) else {
        return news
      }
      return news + [.end(.abort)] + begin(at: now)
    case .open:
      return news + judge(at: now, jitter: jitter) { $0.networkChanged(at: now) }
    case .idle, .reading, .starting, .suspended, .refused, .stopped:
      return news
    }
  }
}
