import TapeDomain
import TapeWebSocket

/// The life of a link that repairs itself, without clock, lock or randomness (the protocol, rules 5 to 8).
///
/// Each input returns what has to be done at once; ``takeWork(at:)`` hands out what takes time. A connection is known by
/// its generation: what belongs to an older one is not for this machine.
struct ConnectionMachine: Sendable {
  /// What has to be done at once, in order.
  enum Action: Equatable, Sendable {
    /// Send the token on the new connection, if there is one.
    case authenticate
    /// Say `.connected`.
    case emitConnected
    /// Say the status.
    case emit(FeedStatus)
    /// Send a ping with this number.
    case ping(id: UInt64)
    /// The connection is over for us, whatever it still says.
    case end(Ending)
    /// The connection that stood by has taken the place of the current one.
    case promote
    /// The connection that stood by is given up.
    case dropStandby
  }

  /// How a connection is left.
  enum Ending: Equatable, Sendable {
    /// It has closed already.
    case closed
    /// At once, without a close handshake.
    case abort
    /// With a close frame.
    case close(code: UInt16, reason: String)
  }

  /// What takes time, and is done by the actor.
  enum Work: Equatable, Sendable {
    /// Read the token and report it with ``tokenRead(_:request:at:jitter:)``.
    case readToken(request: Int)
    /// Start a connection of this generation.
    case connect(to: WebSocketURL, generation: Int)
  }

  /// What reading the token gave.
  enum TokenReading: Equatable, Sendable {
    /// There is no token, or the one that was used before.
    case unchanged
    /// Another token than before.
    case changed
    /// It cannot be used; the sentence says why.
    case refused(String)
  }

  /// A connection that was upgraded.
  struct Open: Equatable, Sendable {
    /// When it was upgraded.
    let since: Instant
    /// Whether it is alive and in time.
    var liveness: LivenessPolicy
    /// Whether a message has come that proves the feed.
    var isHeard = false
  }

  /// Where the link is in its life.
  enum Phase: Equatable, Sendable {
    /// Not started.
    case idle
    /// The token has to be read; `refusal` is what to say when it has not changed.
    case reading(request: Int, isTaken: Bool, refusal: String?)
    /// A connection has to be started.
    case starting
    /// A connection is being made.
    case connecting(since: Instant)
    /// Messages may come.
    case open(Open)
    /// The next try starts then.
    case waiting(until: Instant)
    /// Closed on purpose until the program goes on.
    case suspended
    /// Nothing is tried until the user asks.
    case refused
    /// Over.
    case stopped
  }

  /// The largest number of redirects that one try follows.
  static let maximumRedirects = 3

  /// Where each try starts.
  let base: WebSocketURL
  /// What the source promises and allows.
  let terms: FeedTerms
  /// Where the running try goes, after redirects.
  var target: WebSocketURL
  /// The number of the current connection; it changes when one begins or ends.
  var generation = 0
  /// The newest number that was given out.
  private var newestGeneration = 0
  /// The connection that will take the place of the current one.
  var standby: Standby?
  /// When the current connection has to be replaced; nil for never.
  var replaceAt: Instant?
  /// Where the link is.
  var phase = Phase.idle
  /// How many connections were upgraded.
  var connections = 0
  var reconnect = ReconnectPolicy()
  var redirects = 0
  /// How many connections in a row the source ended soon.
  var shortLives = 0
  var knowsToken = false
  var requests = 0
  var downSince: Instant?
  /// When the server allows the next try; nil when it did not say.
  var notBefore: Instant?
  var reason = ""

  /// A link to `base` that is not started.
  init(to base: WebSocketURL, terms: FeedTerms = FeedTerms()) {
    self.base = base
    self.terms = terms
    target = base
  }

  /// A number that no connection had before.
  mutating func nextGeneration() -> Int {
    newestGeneration += 1
    return newestGeneration
  }

  /// Whether messages of that connection are still wanted.
  func isOpen(_ generation: Int) -> Bool {
    if case .open = phase { return generation == self.generation }
    return false
  }

  /// When ``advance(to:jitter:)`` has something to do next.
  var nextDeadline: Instant? {
    switch phase {
    case .waiting(let until): until
    case .open(let open):
      nextReplacement.map { min($0, open.liveness.nextDeadline) } ?? open.liveness.nextDeadline
    default: nil
    }
  }

  /// Whether ``takeWork(at:)`` would hand out something.
  var hasWork: Bool {
    switch phase {
    case .reading(_, let isTaken, _): !isTaken
    case .starting: true
    case .open: standby?.isStarted == false
    default: false
    }
  }

  /// What the actor has to do, handed out once.
  mutating func takeWork(at now: Instant) -> Work? {
    switch phase {
    case .reading(let request, false, let refusal):
      phase = .reading(request: request, isTaken: true, refusal: refusal)
      return .readToken(request: request)
    case .starting:
      phase = .connecting(since: now)
      return .connect(to: target, generation: generation)
    case .open where standby?.isStarted == false:
      standby?.isStarted = true
      return standby.map { .connect(to: target, generation: $0.generation) }
    default:
      return nil
    }
  }
}
