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
  /// Says to the current connection what is wanted of it, where the source has terms for that.
  private(set) var desk: SubscriptionDesk?
  /// The deadline that the actor waits for.
  var armed: Instant?
  /// The connection whose `.connected` the consumer has taken; only that one is spoken to.
  private(set) var taken = 0
  private var isPaused = false
  private var pastTraffic = WebSocketTraffic()
  private let dialect: any FeedDialect

  /// The state of a link that is not started.
  init(machine: ConnectionMachine, dialect: any FeedDialect) {
    self.machine = machine
    self.dialect = dialect
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
    guard let deadline = nextDeadline else { return false }
    return armed.map { deadline < $0 } ?? true
  }

  /// When the actor has to look again.
  var nextDeadline: Instant? {
    guard let mine = desk?.nextDeadline else { return machine.nextDeadline }
    return machine.nextDeadline.map { min($0, mine) } ?? mine
  }

  /// Carries out what the machine decided.
  mutating func perform(_ actions: [ConnectionMachine.Action]) {
    for action in actions {
      switch action {
      case .authenticate:
        guard let link else { continue }
        if let token, let frame = dialect.authentication(token: token.secret) {
          errands.append(.send(frame, link))
        }
        errands += dialect.opening().map { .send($0, link) }
      case .ping(let id):
        if let link { errands.append(.ping(PingPayload.bytes(of: id), link)) }
      case .emitConnected:
        mailbox.add(connected: machine.generation)
        errands.append(.log("connected to \(machine.target.hostHeader)"))
      case .emit(let status):
        mailbox.add(status)
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

  /// Says a command on the connection whose `.connected` was taken; without one it is dropped.
  mutating func send(_ command: FeedCommand, at now: Instant) {
    guard let link = knownLink else { return }
    guard let commands = machine.terms.commands else {
      errands += dialect.encode(command).map { .send($0, link) }
      return
    }
    // What is said first on a connection counts too.
    let first = dialect.opening().isEmpty ? now : now + commands.spacing
    var desk = desk ?? SubscriptionDesk(terms: machine.terms, commands: commands, at: first)
    let (command, known) = foreknown(command)
    if !known.isEmpty { mailbox.add(known, at: now) }
    let actions = desk.take(command, at: now)
    self.desk = desk
    perform(actions, at: now)
  }

  /// Takes in what the current connection said: answers are the desk's, the rest waits for the consumer.
  mutating func take(_ messages: [FeedMessage], at now: Instant) {
    guard machine.terms.commands != nil else { return mailbox.add(messages, at: now) }
    var rest: [FeedMessage] = []
    var actions: [SubscriptionDesk.Action] = []
    for message in messages {
      switch message {
      case .answer(let answer): actions += desk?.take(answer, at: now) ?? []
      case .goingAway: break
      case .snapshot(let patch):
        actions += desk?.heard(patch.symbol, at: now) ?? []
        rest.append(message)
      default: rest.append(message)
      }
    }
    if !rest.isEmpty { mailbox.add(rest, at: now) }
    perform(actions, at: now)
  }

  /// Time has passed for the desk.
  mutating func advanceDesk(to now: Instant) {
    guard knownLink != nil, let actions = desk?.advance(to: now) else { return }
    perform(actions, at: now)
  }

  private mutating func perform(_ actions: [SubscriptionDesk.Action], at now: Instant) {
    for action in actions {
      switch action {
      case .send(let command, let request):
        guard let link = knownLink else { continue }
        errands += dialect.encode(command, request: request).map { .send($0, link) }
      case .say(let message): mailbox.add([message], at: now)
      }
    }
  }

  /// The command without the symbols of which all is known, and what that is.
  private func foreknown(_ command: FeedCommand) -> (command: FeedCommand, known: [FeedMessage]) {
    var known: [FeedMessage] = []
    func asked(_ symbols: [Symbol]) -> [Symbol] {
      symbols.filter { symbol in
        let messages = dialect.foreknowledge(of: symbol)
        known += messages
        return messages.isEmpty
      }
    }
    switch command {
    case .subscribe(let symbols, let maxRate): return (.subscribe(asked(symbols), maxRate: maxRate), known)
    case .resync(let symbols): return (.resync(asked(symbols)), known)
    case .unsubscribe: return (command, known)
    }
  }

  private mutating func end(_ ending: ConnectionMachine.Ending) {
    mailbox.connectionEnded()
    isPaused = false
    desk = nil
    guard let link else { return }
    pastTraffic = traffic
    self.link = nil
    switch ending {
    case .closed: break
    case .abort: errands.append(.abort(link))
    case .close(let code, let reason): errands.append(.close(code: code, reason: reason, link))
    }
  }
}
