/// A connected TCP socket as a ``ByteTransport``.
final class SocketTransport: ByteTransport {
  private let descriptor: Int32
  private let loop: SocketLoop
  private let counters: LinkCounters
  private var owner: (any ByteTransportOwner)?
  private var watch: PollSet.Watch?
  private var queue = SendQueue()
  private var isReading = true
  private var isWriting = true
  private var isFinishing = false
  private var hasEndedSending = false
  private var hasPeerEnded = false
  private var hadToWait = false
  private var isCut = false
  private var interest: Readiness = []
  private let sendTimeout: Duration?
  private var stall: DeadlineList<() -> Void>.ID?
  /// Whether the system took bytes since the deadline for it was set, or nobody wanted it to.
  private var hasProgressed = false

  /// Takes over a connected socket that does not block.
  ///
  /// The connection fails when bytes wait and the peer takes none of them for as long as `sendTimeout`, up to twice that
  /// when it took some after they began to wait.
  init(descriptor: Int32, loop: SocketLoop, counters: LinkCounters, sendTimeout: Duration? = nil) {
    self.descriptor = descriptor
    self.loop = loop
    self.counters = counters
    self.sendTimeout = sendTimeout
  }

  var bytesWaiting: Int { queue.count }

  func start(owner: any ByteTransportOwner) {
    self.owner = owner
    interest = wanted
    watch = loop.watch(descriptor, for: interest) { self.ready($0) }
  }

  func enqueue(_ bytes: [UInt8]) {
    guard watch != nil, !bytes.isEmpty, !hasEndedSending else { return }
    queue.append(bytes)
    counters.countWaiting(bytes.count)
  }

  func flush() {
    guard watch != nil else { return }
    if !queue.isEmpty { send() }
    if queue.isEmpty, isFinishing, !hasEndedSending {
      hasEndedSending = true
      SystemCall.endSending(descriptor)
    }
    watchStall()
    updateInterest()
  }

  func setReading(_ isReading: Bool) {
    self.isReading = isReading
    updateInterest()
  }

  func setWriting(_ isWriting: Bool) {
    self.isWriting = isWriting
    flush()
  }

  func finish() {
    isFinishing = true
    flush()
  }

  func cut(resetting: Bool) {
    guard !isCut else { return }
    isCut = true
    if let watch { loop.unwatch(watch) }
    watch = nil
    owner = nil
    endStall()
    dropQueue()
    if resetting { SystemCall.resetWhenReleased(descriptor) }
    SystemCall.release(descriptor)
  }

  // MARK: Sending

  private func send() {
    guard isWriting else {
      hadToWait = true
      hasProgressed = true
      return
    }
    switch queue.withUnsentBytes({ SystemCall.transmit(descriptor, $0) }) {
    case .done(let count):
      queue.removeFirst(count)
      counters.countSent(count)
      hasProgressed = true
      if queue.isEmpty { tellDrained() } else { hadToWait = true }
    case .wouldBlock:
      hadToWait = true
    case .failed(let error):
      dropQueue()
      hasEndedSending = true
      loop.atEndOfTurn { self.sendingFailed(error) }
    }
  }

  /// Keeps a deadline while bytes wait.
  private func watchStall() {
    guard let sendTimeout, watch != nil, !queue.isEmpty else { return endStall() }
    guard stall == nil else { return }
    hasProgressed = false
    stall = loop.schedule(after: sendTimeout) {
      self.stall = nil
      if self.hasProgressed || !self.isWriting {
        self.watchStall()
      } else {
        self.owner?.transportEnded(.failed(.sendStalled))
      }
    }
  }

  private func endStall() {
    if let stall { loop.cancel(stall) }
    stall = nil
  }

  private func tellDrained() {
    guard hadToWait else { return }
    hadToWait = false
    loop.atEndOfTurn { if self.queue.isEmpty { self.owner?.transportDrained() } }
  }

  /// What the peer said before it went away, such as why, is still there to be read.
  private func sendingFailed(_ error: SystemError) {
    while isReading, watch != nil, !hasPeerEnded, read(failure: error) {}
    owner?.transportEnded(.lost(reason: error.description))
  }

  private func dropQueue() {
    counters.countWaiting(-queue.count)
    queue.removeAll()
  }

  // MARK: Readiness

  private var wanted: Readiness {
    var wanted: Readiness = []
    if isReading, !hasPeerEnded { wanted.insert(.input) }
    if isWriting, !queue.isEmpty { wanted.insert(.output) }
    return wanted
  }

  private func updateInterest() {
    guard let watch, interest != wanted else { return }
    interest = wanted
    loop.setInterest(interest, of: watch)
  }

  private func ready(_ readiness: Readiness) {
    if readiness.contains(.output) { flush() }
    guard watch != nil, !readiness.isDisjoint(with: [.input, .failure]) else { return }
    if isReading, !hasPeerEnded {
      _ = read(failure: nil)
    } else if !readiness.isDisjoint(with: .failure) {
      // Nobody reads, so that the failure has to be noticed here, or poll reports it for ever.
      let error = SystemCall.takeError(descriptor)
      owner?.transportEnded(.lost(reason: error?.description ?? "the connection was ended by the peer"))
    }
  }

  /// Reads once; true when bytes came. `failure` is what the end of the stream is put down to.
  private func read(failure: SystemError?) -> Bool {
    let (outcome, bytes) = loop.read(descriptor)
    switch outcome {
    case .done(0):
      hasPeerEnded = true
      updateInterest()
      owner?.transportEnded(failure.map { .lost(reason: $0.description) } ?? .finished)
    case .done(let count):
      counters.countReceived(count)
      owner?.transportReceived(bytes)
      loop.recycle(bytes)
      return true
    case .wouldBlock:
      break
    case .failed(let error):
      hasPeerEnded = true
      updateInterest()
      owner?.transportEnded(.lost(reason: error.description))
    }
    return false
  }
}
