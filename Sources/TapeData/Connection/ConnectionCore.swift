import Synchronization
import TapeDomain
import TapeWebSocket

/// What the socket thread, the actor and the consumer share, behind one lock, so that a status and the messages it is
/// about can never change places.
///
/// Under the lock nothing is called that could call back: calls on links and lines for the log are errands, which one
/// thread at a time runs, so that they keep their order too.
final class ConnectionCore: Sendable {
  /// What one connection delivered in one read.
  struct Delivery: Sendable {
    var messages: [FeedMessage] = []
    var pongs: [UInt64] = []
    var isPinged = false
    var closure: WebSocketClosure?
    /// The same as it came, for a recording.
    var events: [WebSocketEvent] = []
  }

  /// How long messages that nobody took may have waited when their connection ends, to be believed all the same.
  private static let longestBelief = Duration.seconds(1)

  private typealias Waiter = CheckedContinuation<QuoteSocketEvent?, Never>

  private struct Shared {
    var connection: ConnectionState
    var waiter: Waiter?
    var isWaiterCancelled = false
    var isFinished = false
    var isRunningErrands = false
  }

  /// An element when the actor has to look: work to do, or an earlier deadline.
  let wakeUps: AsyncStream<Void>

  private let wakeUp: AsyncStream<Void>.Continuation
  private let shared: Mutex<Shared>
  private let remedy: String
  private let time: TimeSource
  private let jitter: @Sendable () -> Int
  private let recorder: (any LinkRecorder)?
  private let log: @Sendable (String) -> Void

  /// The core of a link to `url` that is not started; `remedy` is what the user can do about a refused token.
  init(
    url: WebSocketURL, dialect: any FeedDialect, credentials: Credentials? = nil, remedy: String,
    time: TimeSource, jitter: @escaping @Sendable () -> Int,
    recorder: (any LinkRecorder)? = nil,
    log: @escaping @Sendable (String) -> Void
  ) {
    let connection = ConnectionState(
      machine: ConnectionMachine(to: url, terms: dialect.terms), dialect: dialect, credentials: credentials,
      recorder: recorder)
    for secret in credentials?.secrets ?? [] { recorder?.hide(secret) }
    shared = Mutex(Shared(connection: connection))
    (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.remedy = remedy
    self.time = time
    self.jitter = jitter
    self.recorder = recorder
    self.log = log
  }

  /// How many connections were made after the first one.
  var reconnects: Int { shared.withLock { max(0, $0.connection.machine.connections - 1) } }

  /// The bytes of all connections so far.
  var traffic: WebSocketTraffic { shared.withLock { $0.connection.traffic } }

  // MARK: The actor's side

  /// Gives the machine an input.
  func input(_ body: (inout ConnectionMachine, Instant, () -> Int) -> [ConnectionMachine.Action]) {
    run { $0.perform(body(&$0.machine, time.now, jitter)) }
  }

  /// The deadline that the actor waited for has come.
  func alarmRang() {
    run { connection in
      connection.armed = nil
      connection.perform(connection.machine.advance(to: time.now, jitter: jitter))
      connection.advanceDesk(to: time.now)
    }
  }

  /// What the actor has to do now; when nothing is left, the deadline at which it has to look again.
  func takeWork() -> (work: ConnectionMachine.Work?, deadline: Instant?) {
    shared.withLock { shared in
      if let work = shared.connection.machine.takeWork(at: time.now) { return (work, nil) }
      shared.connection.armed = shared.connection.nextDeadline
      return (nil, shared.connection.armed)
    }
  }

  /// The token was read, or the error says why it cannot be used.
  func tokenRead(_ result: Result<AccessToken?, TokenError>, request: Int) {
    run { connection in
      let reading: ConnectionMachine.TokenReading
      switch result {
      case .success(let token):
        reading = token == connection.token ? .unchanged : .changed
        connection.token = token
        if let token { recorder?.hide(token.secret) }
      case .failure(let error):
        reading = .refused(error.sentence)
      }
      connection.perform(
        connection.machine.tokenRead(reading, request: request, at: time.now, jitter: jitter))
    }
  }

  /// A connection is being made through `link`.
  func attach(_ link: any WebSocketLink, generation: Int) {
    run { connection in
      if connection.machine.generation == generation {
        connection.link = link
      } else if connection.machine.isStandby(generation) {
        connection.attachStandby(link)
      } else {
        // It failed, or was given up, before the connector returned.
        connection.errands.append(.abort(link))
      }
    }
  }

  /// Sends a command on the connection whose `.connected` was taken; without one it is dropped.
  func send(_ command: FeedCommand) {
    run { $0.send(command, at: time.now) }
  }

  /// The consumer found the connection it knows of unusable.
  func fail(code: UInt16, reason: String) {
    run { connection in
      guard connection.knownLink != nil else { return }
      let reason = ServerText.clean(reason, hiding: connection.secrets)
      connection.perform(
        connection.machine.fail(code: code, reason: reason, at: time.now, jitter: jitter))
    }
  }

  /// Ends the connection and the events.
  func finish() {
    update { shared in
      shared.isFinished = true
      shared.connection.perform(shared.connection.machine.stop())
    }
    wakeUp.finish()
  }

  // MARK: The socket thread's side

  /// The upgrade of that connection was accepted.
  func opened(_ link: any WebSocketLink, generation: Int, at now: Instant) {
    run { connection in
      if connection.machine.isStandby(generation) { return connection.standbyOpened(link, at: now) }
      guard connection.machine.generation == generation else { return }
      connection.link = link
      connection.perform(connection.machine.opened(at: now, jitter: jitter))
    }
  }

  /// One read of that connection brought something. Its pongs come after its messages, since a pong proves what
  /// follows it.
  func received(_ delivery: Delivery, generation: Int, at now: Instant) {
    run { connection in
      if connection.machine.isStandby(generation) {
        connection.takeFromStandby(delivery.messages, at: now)
        if delivery.closure != nil { connection.standbyClosed(at: now) }
        return
      }
      if !delivery.messages.isEmpty, connection.machine.isOpen(generation) {
        let isSign = delivery.messages.contains(where: \.isSignOfLife)
        connection.perform(connection.machine.received(isSign: isSign, at: now, jitter: jitter))
        if connection.machine.isOpen(generation), let failure = connection.take(delivery.messages, at: now) {
          recorder?.received(delivery.events, at: now)
          connection.perform(connection.machine.denied(failure, at: now, jitter: jitter))
        }
      }
      if delivery.isPinged, connection.machine.isOpen(generation) {
        connection.perform(connection.machine.pinged(at: now, jitter: jitter))
      }
      // After the status that they bring about, as the consumer hears it.
      if connection.machine.isOpen(generation) { recorder?.received(delivery.events, at: now) }
      for pong in delivery.pongs where connection.machine.isOpen(generation) {
        connection.perform(connection.machine.answered(ping: pong, at: now, jitter: jitter))
      }
      if let closure = delivery.closure, connection.machine.generation == generation {
        let context = FailureKind.Context(
          url: connection.machine.target, token: connection.token,
          hasKeys: connection.credentials != nil, secrets: connection.secrets, remedy: remedy,
          wall: time.wall, limitDelay: connection.machine.terms.limitDelay)
        let failure = FailureKind(closure, in: context)
        connection.mailbox.forgetBursts(before: now - Self.longestBelief)
        connection.closure = closure
        connection.perform(connection.machine.closed(failure, at: now, jitter: jitter))
      }
    }
  }

  // MARK: The consumer's side

  /// The next event, waiting for one; nil at the end, when the task is cancelled, and for a second consumer.
  func next() async -> QuoteSocketEvent? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        var isTurnedAway = false
        update { shared in
          isTurnedAway = Task.isCancelled || shared.waiter != nil
          if isTurnedAway { return }
          shared.waiter = continuation
          shared.isWaiterCancelled = false
          // The time that passed is judged before anything is shown: the process may have been stopped since.
          let actions = shared.connection.machine.advance(to: time.now, jitter: jitter)
          shared.connection.perform(actions)
        }
        if isTurnedAway { continuation.resume(returning: nil) }
      }
    } onCancel: {
      update { $0.isWaiterCancelled = true }
    }
  }

  // MARK: The lock

  private func run(_ body: (inout ConnectionState) -> Void) {
    update { body(&$0.connection) }
  }

  private func update(_ body: (inout Shared) -> Void) {
    let (waiter, event, runsErrands, wakesActor) = shared.withLock {
      shared -> (Waiter?, QuoteSocketEvent?, Bool, Bool) in
      body(&shared)
      let (waiter, event) = Self.serve(&shared)
      shared.connection.pace(at: time.now)
      let runsErrands = !shared.isRunningErrands && !shared.connection.errands.isEmpty
      if runsErrands { shared.isRunningErrands = true }
      return (waiter, event, runsErrands, shared.connection.needsActor)
    }
    if runsErrands { runErrands() }
    waiter?.resume(returning: event)
    if wakesActor { wakeUp.yield() }
  }

  private static func serve(_ shared: inout Shared) -> (Waiter?, QuoteSocketEvent?) {
    guard let waiter = shared.waiter else { return (nil, nil) }
    let event = shared.isWaiterCancelled ? nil : shared.connection.takeEvent()
    guard event != nil || shared.isWaiterCancelled || shared.isFinished else { return (nil, nil) }
    shared.waiter = nil
    return (waiter, event)
  }

  private func runErrands() {
    while true {
      let errands = shared.withLock { shared in
        let errands = shared.connection.errands
        shared.connection.errands = []
        shared.isRunningErrands = !errands.isEmpty
        return errands
      }
      if errands.isEmpty { return }
      for errand in errands { errand.run(log: log) }
    }
  }
}
