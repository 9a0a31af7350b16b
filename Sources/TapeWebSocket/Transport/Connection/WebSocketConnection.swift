/// Drives one ``WebSocketMachine`` over one ``ByteTransport``; lives on the socket thread.
///
/// It holds on to its listener until `.closed` is said, and to its socket until that has ended, which may be
/// a little later: a last frame that still has to be sent is not thrown away.
final class WebSocketConnection: SocketTenant {
  /// Changes the machine; the second value is the source of its masks.
  typealias Action = (inout WebSocketMachine, inout BufferedRandom) -> Void

  /// How many bytes wait before the answers to pings do: more than a burst of a healthy connection.
  private static let congestion = 64 << 10

  private let loop: SocketLoop
  private let timer: ConnectionTimer
  private let configuration: WebSocketConfiguration
  private var machine: WebSocketMachine
  private var random: BufferedRandom
  private var listener: ConnectionListener?
  private var transport: (any ByteTransport)?
  private var whenOver: () -> Void = {}
  private var unsaid: [WebSocketEvent] = []
  private var isReading = true
  private var isWriting = true
  private var isEndOfTurnDue = false
  private var hasPeerEnded = false
  private var isOver = false

  /// A connection that has not begun.
  init(
    machine: WebSocketMachine, random: BufferedRandom, configuration: WebSocketConfiguration, loop: SocketLoop
  ) {
    self.machine = machine
    self.random = random
    self.configuration = configuration
    self.loop = loop
    timer = ConnectionTimer(loop: loop)
  }

  /// The time to open begins; `overdue` says what it failed with when that time is over, and `whenOver` is called when
  /// nothing of the connection is left.
  func begin(
    listener: ConnectionListener, overdue: @escaping () -> WebSocketError = { .openTimeout },
    whenOver: @escaping () -> Void
  ) {
    self.listener = listener
    self.whenOver = whenOver
    loop.moveIn(self)
    timer.arm(.opening, after: configuration.openTimeout) { self.cut(overdue()) }
  }

  /// The bytes flow from here on.
  func attach(_ transport: any ByteTransport) {
    guard !isOver else {
      transport.cut(resetting: false)
      return
    }
    self.transport = transport
    transport.start(owner: self)
    transport.setReading(isReading)
    transport.setWriting(isWriting)
    queueOutput()
    endTurn()
  }

  // MARK: What the link asks for

  /// Lets `action` change the machine; what it has to send goes out at the end of the turn.
  func perform(_ action: Action) {
    guard !isOver else { return }
    action(&machine, &random)
    queueOutput()
    endTurnLater()
  }

  /// Answers the request; frames that came right behind it are told at the end of the turn.
  func accept(headers: [HTTPHeader]) {
    perform { machine, _ in
      guard machine.accept(headers: headers) else { return }
      loop.atEndOfTurn { self.transportReceived([]) }
    }
  }

  /// Starts the closing handshake, or gives up a connection that is not open yet.
  func close(code: UInt16, reason: String) {
    let isOpening = machine.phase == .opening
    perform { $0.close(code: code, reason: reason, using: &$1) }
    guard isOpening, !isOver else { return }
    unsaid += machine.receiveEnd(reason: nil)
    end()
  }

  /// Ends the connection at once; `.closed` with that error follows, unless it was said before.
  func cut(_ error: WebSocketError, resetting: Bool = false) {
    guard !isOver else { return }
    if let event = machine.fail(error, using: &random) { unsaid.append(event) }
    end(resetting: resetting)
  }

  /// Stops or resumes reading.
  func setReading(_ isReading: Bool) {
    self.isReading = isReading
    if machine.phase != .finished { transport?.setReading(isReading) }
  }

  /// Holds back output, or lets it go.
  func setWriting(_ isWriting: Bool) {
    self.isWriting = isWriting
    transport?.setWriting(isWriting)
  }

  func threadEnds() {
    cut(.aborted)
    endTurn()
  }

  // MARK: One turn

  private func endTurnLater() {
    guard !isEndOfTurnDue else { return }
    isEndOfTurnDue = true
    loop.atEndOfTurn { self.endTurn() }
  }

  /// Sends what the turn has queued, says what is unsaid, and waits for what comes next.
  private func endTurn() {
    isEndOfTurnDue = false
    transport?.flush()
    relieve()
    let events = unsaid
    unsaid = []
    tell(events)
    switch machine.phase {
    case .opening: break
    case .open: timer.disarm()
    case .closing: awaitEnd()
    case .finished: finish()
    }
  }

  /// Answers the ping that waited, once the peer has taken most of what was before the pong.
  private func relieve() {
    guard machine.isCongested, let transport, transport.bytesWaiting <= Self.congestion else { return }
    machine.isCongested = false
    machine.settle(using: &random)
    queueOutput()
    self.transport?.flush()
  }

  private func tell(_ events: [WebSocketEvent]) {
    guard let listener, let last = events.last else { return }
    // Nothing follows `.closed`; letting go of the listener before it is told keeps it from being told twice.
    if case .closed = last { self.listener = nil }
    listener.received(events, .now)
  }

  /// Hands the machine's output to the transport, and cuts a connection whose peer does not take it.
  private func queueOutput() {
    guard let transport, machine.hasOutput else { return }
    transport.enqueue(machine.takeOutput())
    guard transport.bytesWaiting > configuration.maximumSendBuffer else { return }
    transport.flush()
    if transport.bytesWaiting > configuration.maximumSendBuffer { cut(.sendStalled) }
  }

  // MARK: The end

  /// Everything is said: the output is flushed, then our side ends, and the peer has a while to end its own.
  ///
  /// Closing at once would let bytes of the peer that are still under way destroy what it has not read yet.
  private func finish() {
    guard !isOver, let transport else { return }
    awaitEnd()
    transport.setReading(true)
    transport.finish()
    if hasPeerEnded, transport.bytesWaiting == 0 { end() }
  }

  private func end(resetting: Bool = false) {
    guard !isOver else { return }
    isOver = true
    timer.disarm()
    transport?.cut(resetting: resetting)
    transport = nil
    loop.moveOut(self)
    endTurnLater()
    let whenOver = whenOver
    self.whenOver = {}
    whenOver()
  }

  private func awaitEnd() {
    guard !isOver else { return }
    timer.arm(.ending, after: configuration.closeTimeout) { self.endIsOverdue() }
  }

  private func endIsOverdue() {
    guard machine.phase == .finished else {
      cut(.closeTimeout)
      return
    }
    // Everything is said; only the peer's end of TCP is missing.
    unsaid += machine.receiveEnd(reason: nil)
    end()
  }
}

extension WebSocketConnection: ByteTransportOwner {
  func transportReceived(_ bytes: [UInt8]) {
    guard !isOver, machine.phase != .finished else { return }
    // The end of this turn is here, so that nothing the handler sends has to ask for one.
    isEndOfTurnDue = true
    if let transport, transport.bytesWaiting > Self.congestion { machine.isCongested = true }
    tell(machine.receive(bytes, using: &random))
    machine.settle(using: &random)
    queueOutput()
    while !isOver, machine.hasInput {
      tell(machine.receive([], using: &random))
      machine.settle(using: &random)
      queueOutput()
    }
    endTurn()
  }

  func transportEnded(_ end: TransportEnd) {
    isEndOfTurnDue = true
    hasPeerEnded = true
    switch end {
    case .finished:
      // The peer only ended its side; it may still want what waits, such as the answer to its request.
      tell(machine.receiveEnd(reason: nil))
    case .lost(let reason):
      tell(machine.receiveEnd(reason: reason))
      self.end()
    case .failed(let error):
      cut(error)
    }
    endTurn()
  }

  func transportDrained() {
    relieve()
    listener?.drained()
    if machine.phase == .finished { finish() }
  }
}
