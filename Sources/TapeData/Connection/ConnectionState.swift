import TapeDomain
import TapeWebSocket

/// What ``ConnectionCore`` keeps behind its lock: the machine, the mailbox, and the connection they speak of.
struct ConnectionState: Sendable {
  /// The rules.
  var machine: ConnectionMachine
  /// What waits for the consumer.
  var mailbox = SocketMailbox()
  /// The current connection.
  var link: (any WebSocketLink)?
  /// The token as it was read last.
  var token: AccessToken?
  /// What waits to be done outside the lock.
  var errands: [ConnectionErrand] = []
  /// The deadline that the actor waits for.
  var armed: Instant?
  /// The connection whose `.connected` the consumer has taken; only that one is spoken to.
  private(set) var taken = 0
  private var isPaused = false
  private var pastTraffic = WebSocketTraffic()
  /// How the connection ended, when it did so by itself.
  var closure: WebSocketClosure?
  private var isRecordedOpen = false
  private let dialect: any FeedDialect
  private let recorder: (any LinkRecorder)?

  /// The state of a link that is not started.
  init(machine: ConnectionMachine, dialect: any FeedDialect, recorder: (any LinkRecorder)? = nil) {
    self.machine = machine
    self.dialect = dialect
    self.recorder = recorder
  }

  /// The connection that the consumer knows of, while it is open.
  var knownLink: (any WebSocketLink)? { machine.isOpen(taken) ? link : nil }

  /// The bytes of all connections so far.
  var traffic: WebSocketTraffic {
    let current = link?.traffic ?? WebSocketTraffic()
    return WebSocketTraffic(
      received: pastTraffic.received + current.received, sent: pastTraffic.sent + current.sent)
  }

  /// Whether the actor has work, or an earlier deadline than the one it waits for.
  var needsActor: Bool {
    if machine.hasWork { return true }
    guard let deadline = machine.nextDeadline else { return false }
    return armed.map { deadline < $0 } ?? true
  }

  /// Carries out what the machine decided.
  mutating func perform(_ actions: [ConnectionMachine.Action]) {
    for action in actions {
      switch action {
      case .authenticate:
        guard let link, let token, let frame = dialect.authentication(token: token.secret) else { continue }
        errands.append(.send(frame, link))
      case .ping(let id):
        if let link { errands.append(.ping(PingPayload.bytes(of: id), link)) }
      case .emitConnected:
        mailbox.add(connected: machine.generation)
        isRecordedOpen = true
        recorder?.connected()
        errands.append(.log("connected to \(machine.target.hostHeader)"))
      case .emit(let status):
        mailbox.add(status)
        recorder?.changed(to: status)
        errands.append(.log(status.logLine))
      case .end(let ending):
        end(ending)
      }
    }
  }

  /// The next event for the consumer.
  mutating func takeEvent() -> QuoteSocketEvent? {
    switch mailbox.take() {
    case .connected(let generation):
      taken = generation
      return .connected
    case .status(let status): return .status(status)
    case .burst(let messages, let instant): return .burst(messages, at: instant)
    case nil: return nil
    }
  }

  /// Stops reading while too much waits, and goes on when it was taken: TCP is the only queue.
  mutating func pace(at now: Instant) {
    guard isPaused != mailbox.isFull, let link else { return }
    isPaused.toggle()
    machine.readingPaused(isPaused, at: now)
    errands.append(.setReading(!isPaused, link))
  }

  private mutating func end(_ ending: ConnectionMachine.Ending) {
    mailbox.connectionEnded(isBelieved: ending == .closed)
    isPaused = false
    record(ending)
    guard let link else { return }
    pastTraffic = traffic
    self.link = nil
    switch ending {
    case .closed: break
    case .abort: errands.append(.abort(link))
    case .close(let code, let reason): errands.append(.close(code: code, reason: reason, link))
    }
  }

  private mutating func record(_ ending: ConnectionMachine.Ending) {
    defer { closure = nil }
    guard isRecordedOpen else { return }
    isRecordedOpen = false
    switch ending {
    case .closed:
      let reason = ServerText.clean(closure?.reason ?? "", hiding: token?.secret)
      recorder?.disconnected(
        "closed with code \(closure?.code ?? 1006)" + (reason.isEmpty ? "" : ": \(reason)"))
    case .abort: recorder?.disconnected("cut here")
    case .close(let code, _): recorder?.disconnected("closed here with code \(code)")
    }
  }
}
