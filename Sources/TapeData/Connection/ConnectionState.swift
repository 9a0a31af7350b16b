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
  /// The user's keys that are used for every connection.
  let credentials: Credentials?
  /// What waits to be done outside the lock.
  var errands: [ConnectionErrand] = []
  /// Says to the current connection what is wanted of it, where the source has terms for that.
  private(set) var desk: SubscriptionDesk?
  /// The connection that will take the place of the current one.
  private(set) var standby: StandbyLink?
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
  init(
    machine: ConnectionMachine, dialect: any FeedDialect, credentials: Credentials? = nil,
    recorder: (any LinkRecorder)? = nil
  ) {
    self.machine = machine
    self.credentials = credentials
    self.dialect = dialect
    self.recorder = recorder
  }

  /// What nobody may read.
  var secrets: [String] { (credentials?.secrets ?? []) + (token.map { [$0.secret] } ?? []) }

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
    guard var mine = desk?.nextDeadline ?? standby?.desk?.nextDeadline else { return machine.nextDeadline }
    if let other = standby?.desk?.nextDeadline { mine = min(mine, other) }
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
        isRecordedOpen = true
        recorder?.connected()
        errands.append(.log("connected to \(machine.target.hostHeader)"))
      case .emit(let status):
        mailbox.add(status)
        recorder?.changed(to: status)
        errands.append(.log(status.logLine))
      case .end(let ending): end(ending)
      case .promote: promote()
      case .dropStandby: dropStandby()
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
    recorder?.sent(command)
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
    machine.asked(!desk.isIdle, at: now)
    perform(actions, on: link, at: now)
    performOnStandby(standby?.desk?.take(command, at: now), at: now)
  }

  /// Takes in what the current connection said: answers are the desk's, the rest waits for the consumer.
  ///
  /// - Returns: Why the source does not serve us, when it says so.
  mutating func take(_ messages: [FeedMessage], at now: Instant) -> FailureKind? {
    guard machine.terms.commands != nil else {
      mailbox.add(messages, at: now)
      return nil
    }
    var denials: [FeedDenial] = []
    var rest: [FeedMessage] = []
    var actions: [SubscriptionDesk.Action] = []
    for message in messages {
      switch message {
      case .answer(let answer):
        actions += desk?.take(answer, at: now) ?? []
        if let desk { machine.asked(!desk.isIdle, at: now) }
      case .goingAway: perform(machine.goingAway(at: now))
      case .denied(let denial): denials.append(denial)
      case .error(let code, let symbol, let words):
        rest.append(.error(code: code, symbol: symbol, message: cleaned(words)))
      case .snapshot(let patch):
        actions += desk?.heard(patch.symbol, at: now) ?? []
        rest.append(message)
      default: rest.append(message)
      }
    }
    if !rest.isEmpty { mailbox.add(rest, at: now) }
    if let link = knownLink { perform(actions, on: link, at: now) }
    return denials.first.map { denial in
      let sentence = denial.sentence(hiding: secrets)
      return denial.wait.map { .transient(reason: sentence, retryAfter: $0) } ?? .refused(reason: sentence)
    }
  }

  /// What the source says, without the user's keys.
  private func cleaned(_ words: String) -> String {
    credentials == nil ? words : ServerText.clean(words, hiding: secrets)
  }

  /// Time has passed for the desks.
  mutating func advanceDesk(to now: Instant) {
    guard let link = knownLink else { return }
    if let actions = desk?.advance(to: now) { perform(actions, on: link, at: now) }
    performOnStandby(standby?.desk?.advance(to: now), at: now)
    promoteWhenReady(at: now)
  }

  private mutating func perform(
    _ actions: [SubscriptionDesk.Action], on link: any WebSocketLink, at now: Instant
  ) {
    for action in actions {
      switch action {
      case .send(let command, let request):
        errands += dialect.encode(command, request: request).map { .send($0, link) }
      case .say(.error(let code, let symbol, let words)):
        mailbox.add([.error(code: code, symbol: symbol, message: cleaned(words))], at: now)
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
    mailbox.connectionEnded(isBelieved: ending == .closed)
    isPaused = false
    record(ending)
    desk = nil
    dropStandby()
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
      let reason = ServerText.clean(closure?.reason ?? "", hiding: secrets)
      recorder?.disconnected(
        "closed with code \(closure?.code ?? 1006)" + (reason.isEmpty ? "" : ": \(reason)"))
    case .abort: recorder?.disconnected("cut here")
    case .close(let code, _): recorder?.disconnected("closed here with code \(code)")
    }
  }

  // MARK: The connection that stands by

  /// The connection that is to take over is being made through `link`.
  mutating func attachStandby(_ link: any WebSocketLink) {
    // The upgrade may have been heard of first.
    if standby == nil { standby = StandbyLink(link: link) }
  }

  /// It was upgraded: it is asked for all that is wanted.
  mutating func standbyOpened(_ link: any WebSocketLink, at now: Instant) {
    guard let commands = machine.terms.commands, let desk else {
      return perform(machine.dropStandby(at: now))
    }
    machine.standbyOpened(at: now)
    errands += dialect.opening().map { .send($0, link) }
    let first = dialect.opening().isEmpty ? now : now + commands.spacing
    var other = SubscriptionDesk(terms: machine.terms, commands: commands, at: first)
    let actions = other.take(.subscribe(desk.wanted, maxRate: 0), at: now)
    standby = StandbyLink(link: link)
    standby?.desk = other
    performOnStandby(actions, at: now)
  }

  /// It said something, which is kept until it takes over.
  mutating func takeFromStandby(_ messages: [FeedMessage], at now: Instant) {
    for message in messages {
      if case .answer(let answer) = message {
        performOnStandby(standby?.desk?.take(answer, at: now), at: now)
        continue
      }
      if case .snapshot(let patch) = message {
        performOnStandby(standby?.desk?.heard(patch.symbol, at: now), at: now)
      }
      standby?.take(message)
    }
    promoteWhenReady(at: now)
  }

  /// It ended before it took over.
  mutating func standbyClosed(at now: Instant) {
    perform(machine.dropStandby(at: now))
  }

  private mutating func promoteWhenReady(at now: Instant) {
    guard let standby, standby.isReady(isPatient: machine.mayTakeOverQuietly(at: now)),
      taken == machine.generation
    else { return }
    let quotes = standby.quotes.values
    perform(machine.promote(at: now))
    mailbox.add(Array(quotes), at: now)
  }

  private mutating func promote() {
    guard let standby else { return }
    pastTraffic = traffic
    if let link { errands.append(.close(code: 1000, reason: "", link)) }
    errands.append(.log("moved to a new connection to \(machine.target.hostHeader)"))
    link = standby.link
    desk = standby.desk
    taken = machine.generation
    isPaused = false
    self.standby = nil
  }

  private mutating func dropStandby() {
    if let link = standby?.link { errands.append(.abort(link)) }
    standby = nil
  }

  private mutating func performOnStandby(_ actions: [SubscriptionDesk.Action]?, at now: Instant) {
    guard let actions, let link = standby?.link else { return }
    // What it has to tell was told by the current connection, or will be.
    let commands = actions.filter { if case .send = $0 { true } else { false } }
    perform(commands, on: link, at: now)
  }
}
