import TapeDomain

/// Decides whether one connection is alive and in time (the protocol, rule 6).
///
/// Silence is about the feed: only its messages end it, a pong does not. Lateness is about the way: a ping goes out
/// each second, and its answer comes in order with the data, so that an old answer means old data.
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

  /// The time without any message after which the connection is dead.
  static let longestSilence = Duration.seconds(3)
  /// The age of the newest answered ping from which on messages are late.
  static let latenessAge = Duration.seconds(3)
  /// The time of lateness after which the connection is dead.
  static let longestLateness = Duration.seconds(10)
  /// The time from ping to ping.
  static let pingSpacing = Duration.seconds(1)

  /// The time that a changed network has to bring anything at all from the server.
  static let longestProbe = Duration.milliseconds(1500)

  private struct Ping: Equatable {
    let id: UInt64
    let sentAt: Instant
  }

  /// Since when messages are late; nil while they are in time.
  private(set) var lateSince: Instant?
  private var isDead = false
  private var isPaused = false
  private var probeEnds: Instant?
  private var silentSince: Instant
  private var newestAnswered: Instant
  private var nextPing: Instant
  private var lastID: UInt64 = 0
  private var unanswered: [Ping] = []

  /// The policy of a connection that was upgraded at that instant, which counts as a first answer and a first sign.
  init(openedAt now: Instant) {
    silentSince = now
    newestAnswered = now
    nextPing = now
  }

  /// When ``advance(to:)`` has something to do next.
  var nextDeadline: Instant {
    let lateness = lateSince.map { $0 + Self.longestLateness } ?? newestAnswered + Self.latenessAge
    let deadline = min(nextPing, lateness, probeEnds ?? nextPing)
    return isPaused ? deadline : min(deadline, silentSince + Self.longestSilence)
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
    unanswered.append(Ping(id: lastID, sentAt: now))
    nextPing = now + Self.pingSpacing
    return .sendPing(id: lastID)
  }

  /// A read brought messages; `isSign` says whether one of them proves the feed.
  ///
  /// The time that passed is judged first: a process that was stopped reads old messages before its timers run, and
  /// they must not end the silence they were part of.
  mutating func received(isSign: Bool, at now: Instant) -> [Action] {
    let actions = check(at: now)
    probeEnds = nil
    if isSign, !isDead { silentSince = max(silentSince, now) }
    return actions
  }

  /// A pong carried the number of a ping; one that was never sent is ignored (RFC 6455 §5.5.3).
  mutating func answered(id: UInt64, at now: Instant) -> [Action] {
    var actions = check(at: now)
    guard !isDead, let ping = unanswered.first(where: { $0.id == id }) else { return actions }
    probeEnds = nil
    unanswered.removeAll { $0.id <= id }
    newestAnswered = max(newestAnswered, ping.sentAt)
    if lateSince != nil, now - newestAnswered < Self.latenessAge {
      lateSince = nil
      actions.append(.becameTimely)
    }
    return actions
  }

  /// We stopped or resumed reading: silence that we make ourselves is not the server's, but lateness still counts.
  mutating func readingPaused(_ isPaused: Bool, at now: Instant) {
    if self.isPaused, !isPaused { silentSince = max(silentSince, now) }
    self.isPaused = isPaused
    if isPaused { probeEnds = nil }
  }

  private mutating func check(at now: Instant) -> [Action] {
    if isDead { return [] }
    if !isPaused, now - silentSince >= Self.longestSilence {
      return die("The server has sent nothing for 3 s.")
    }
    if let probeEnds, now >= probeEnds {
      return die("The network changed, and nothing has come from the server since.")
    }
    var actions: [Action] = []
    if lateSince == nil, now - newestAnswered >= Self.latenessAge {
      let since = newestAnswered + Self.latenessAge
      lateSince = since
      actions.append(.becameLate(since: since))
    }
    if let lateSince, now - lateSince >= Self.longestLateness {
      return actions + die("What the server sends has come late for 10 s.")
    }
    return actions
  }

  private mutating func die(_ reason: String) -> [Action] {
    isDead = true
    return [.dead(reason: reason)]
  }
}
