import TapeDomain

/// Decides whether one connection is alive and in time (the protocol, rule 6), by the terms of its source.
///
/// Silence is about the feed: only its messages end it, a pong does not. Lateness is about the way: a ping goes out
/// each second, and its answer comes in order with the data, so that an old answer means old data. A source may also
/// be quiet: not dead yet, but silent for so long that its prices cannot be called current.
struct LivenessPolicy: Equatable, Sendable {
  /// What the owner of the connection has to do.
  enum Action: Equatable, Sendable {
    /// Send a ping that carries this number.
    case sendPing(id: UInt64)
    /// What arrives is late from that instant on.
    case becameLate(since: Instant)
    /// A young ping was answered: what arrives is in time again.
    case becameTimely
    /// The connection is dead: cut it. Said once.
    case dead(reason: String)
  }

  /// The time that a changed network has to bring anything at all from the server.
  static let longestProbe = Duration.milliseconds(1500)

  private struct Ping: Equatable {
    let id: UInt64
    let sentAt: Instant
  }

  /// Since when messages are late; nil while they are in time.
  private(set) var lateSince: Instant?
  private let terms: LivenessTerms
  private var isDead = false
  private var isPaused = false
  private var isHeard = false
  /// Whether the feed owes us messages.
  private var isOwed: Bool
  private var probeEnds: Instant?
  private var silentSince: Instant
  /// When the feed last said something; a server's ping does not count.
  private var quietSince: Instant
  /// When the newest answered ping was sent; nil while answers are not sure to come at all.
  private var newestAnswered: Instant?
  private var pingsLateSince: Instant?
  private var nextPing: Instant
  private var lastID: UInt64 = 0
  private var unanswered: [Ping] = []

  /// The policy of a connection that was upgraded at that instant, which counts as a first answer and a first sign.
  init(openedAt now: Instant, terms: LivenessTerms = LivenessTerms()) {
    self.terms = terms
    isOwed = terms.speaksUnasked
    silentSince = now
    quietSince = now
    newestAnswered = terms.answersPings ? now : nil
    nextPing = now
  }

  /// When ``advance(to:)`` has something to do next.
  var nextDeadline: Instant {
    var deadline = min(nextPing, probeEnds ?? nextPing)
    if let pingsLateSince {
      deadline = min(deadline, pingsLateSince + terms.longestLateness)
    } else if let newestAnswered {
      deadline = min(deadline, newestAnswered + terms.latenessAge)
    }
    if isPaused || !isOwed { return deadline }
    if let quietAge = terms.quietAge, lateSince == nil { deadline = min(deadline, quietSince + quietAge) }
    return min(deadline, silentSince + longestSilence)
  }

  /// Time has passed.
  mutating func advance(to now: Instant) -> [Action] {
    var actions = check(at: now)
    if !isDead, nextPing <= now { actions.append(ping(at: now)) }
    return actions
  }

  /// The way into the network changed: the connection is asked at once, and dead if nothing comes soon.
  mutating func networkChanged(at now: Instant) -> [Action] {
    var actions = check(at: now)
    guard !isDead, !isPaused, probeEnds == nil else { return actions }
    probeEnds = now + Self.longestProbe
    actions.append(ping(at: now))
    return actions
  }

  private mutating func ping(at now: Instant) -> Action {
    lastID += 1
    // Whoever answers no ping at all must not make this grow.
    if newestAnswered == nil, unanswered.count > 8 { unanswered.removeFirst() }
    unanswered.append(Ping(id: lastID, sentAt: now))
    nextPing = now + terms.pingSpacing
    return .sendPing(id: lastID)
  }

  /// A read brought messages; `isSign` says whether one of them proves the feed.
  ///
  /// The time that passed is judged first: a process that was stopped reads old messages before its timers run, and
  /// they must not end the silence they were part of.
  mutating func received(isSign: Bool, at now: Instant) -> [Action] {
    let actions = check(at: now)
    probeEnds = nil
    guard isSign, !isDead else { return actions }
    isHeard = true
    silentSince = max(silentSince, now)
    quietSince = max(quietSince, now)
    return actions + settle(at: now)
  }

  /// The server sent a ping, which some sources count as a sign of life.
  mutating func pinged(at now: Instant) -> [Action] {
    let actions = check(at: now)
    probeEnds = nil
    if terms.countsServerPings, !isDead { silentSince = max(silentSince, now) }
    return actions
  }

  /// A pong carried the number of a ping; one that was never sent is ignored (RFC 6455 §5.5.3).
  mutating func answered(id: UInt64, at now: Instant) -> [Action] {
    let actions = check(at: now)
    guard !isDead, let ping = unanswered.first(where: { $0.id == id }) else { return actions }
    probeEnds = nil
    unanswered.removeAll { $0.id <= id }
    let newest = max(newestAnswered ?? ping.sentAt, ping.sentAt)
    newestAnswered = newest
    if now - newest < terms.latenessAge { pingsLateSince = nil }
    return actions + settle(at: now)
  }

  /// We stopped or resumed reading: silence that we make ourselves is not the server's, but lateness still counts.
  mutating func readingPaused(_ isPaused: Bool, at now: Instant) {
    if self.isPaused, !isPaused {
      silentSince = max(silentSince, now)
      quietSince = max(quietSince, now)
    }
    self.isPaused = isPaused
    if isPaused { probeEnds = nil }
  }

  /// Something is wanted of the feed from now on, or nothing any more: silence counts only while something is.
  mutating func asked(_ isAsked: Bool, at now: Instant) {
    guard !terms.speaksUnasked, isAsked != isOwed else { return }
    isOwed = isAsked
    silentSince = max(silentSince, now)
    quietSince = max(quietSince, now)
  }

  private var longestSilence: Duration {
    isHeard ? terms.longestSilence : terms.longestFirstSilence ?? terms.longestSilence
  }

  private mutating func check(at now: Instant) -> [Action] {
    if isDead { return [] }
    if !isPaused, isOwed, now - silentSince >= longestSilence {
      return die("The server has sent nothing for \(longestSilence.components.seconds) s.")
    }
    if let probeEnds, now >= probeEnds {
      return die("The network changed, and nothing has come from the server since.")
    }
    if pingsLateSince == nil, let newestAnswered, now - newestAnswered >= terms.latenessAge {
      pingsLateSince = newestAnswered + terms.latenessAge
    }
    let actions = settle(at: now)
    if let pingsLateSince, now - pingsLateSince >= terms.longestLateness {
      return actions
        + die("What the server sends has come late for \(terms.longestLateness.components.seconds) s.")
    }
    return actions
  }

  /// Says when lateness, of either kind, begins and ends.
  private mutating func settle(at now: Instant) -> [Action] {
    let quiet = terms.quietAge.flatMap { age in
      !isPaused && isOwed && now - quietSince >= age ? quietSince + age : nil
    }
    let since = [pingsLateSince, quiet].compactMap { $0 }.min()
    guard (since == nil) != (lateSince == nil) else { return [] }
    lateSince = since
    return [since.map { .becameLate(since: $0) } ?? .becameTimely]
  }

  private mutating func die(_ reason: String) -> [Action] {
    isDead = true
    return [.dead(reason: reason)]
  }
}
