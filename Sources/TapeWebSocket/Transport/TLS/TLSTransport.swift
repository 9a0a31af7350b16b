/// TLS as a ``ByteTransport`` over another one.
final class TLSTransport: ByteTransport {
  /// What is said of a connection that ended without the closing notice (RFC 8446 §6.1).
  static let truncation = "its encryption ended without a closing notice, so that something may be missing"

  private let lower: any ByteTransport
  private let session: TLSSession
  private let counters: LinkCounters
  private let limit: Int
  private var owner: (any ByteTransportOwner)?
  /// What was to be sent before the encryption was agreed on.
  private var early: [UInt8] = []
  private var isReading = true
  private var isFinishing = false
  private var hasPeerEnded = false
  private var hasFailed = false

  /// A transport that encrypts with `session` what goes through `lower`.
  ///
  /// `limit` is the most bytes that may wait before a peer that makes us answer without taking the answers is given up.
  init(over lower: any ByteTransport, session: TLSSession, counters: LinkCounters, limit: Int) {
    self.lower = lower
    self.session = session
    self.counters = counters
    self.limit = limit
  }

  var bytesWaiting: Int { lower.bytesWaiting + early.count }

  func start(owner: any ByteTransportOwner) {
    self.owner = owner
    lower.start(owner: self)
    session.start()
    passDown()
    followState()
  }

  func enqueue(_ bytes: [UInt8]) {
    guard owner != nil, !isFinishing, !bytes.isEmpty else { return }
    guard session.state != .handshaking else {
      early += bytes
      counters.countWaiting(bytes.count)
      return
    }
    session.send(bytes)
    lower.enqueue(session.takeCiphertext())
  }

  func flush() {
    lower.flush()
    // What could not be encrypted is told here, since the owner is not to be told anything while it queues.
    if case .failed = session.state { followState() }
  }

  func setReading(_ isReading: Bool) {
    self.isReading = isReading
    // The handshake needs what the peer says, whether or not the owner wants to hear.
    if session.state != .handshaking { lower.setReading(isReading) }
  }

  func setWriting(_ isWriting: Bool) {
    lower.setWriting(isWriting)
  }

  func finish() {
    isFinishing = true
    dropEarly()
    session.close()
    passDown()
    lower.finish()
  }

  func cut(resetting: Bool) {
    owner = nil
    dropEarly()
    lower.cut(resetting: resetting)
  }

  private func dropEarly() {
    counters.countWaiting(-early.count)
    early = []
  }

  /// Sends what the session has to say of its own accord, such as its part of the handshake or an alert.
  private func passDown() {
    let ciphertext = session.takeCiphertext()
    guard !ciphertext.isEmpty else { return }
    lower.enqueue(ciphertext)
    lower.flush()
  }

  private func sendEarly() {
    guard !early.isEmpty else { return }
    let plaintext = early
    dropEarly()
    session.send(plaintext)
  }

  private func followState() {
    switch session.state {
    case .handshaking, .open: break
    case .ended: tellEnd(.finished)
    case .failed(let failure): tellEnd(.failed(.tls(failure)))
    }
  }

  private func tellEnd(_ end: TransportEnd) {
    if end == .finished {
      guard !hasPeerEnded else { return }
      hasPeerEnded = true
    } else {
      guard !hasFailed else { return }
      hasFailed = true
    }
    owner?.transportEnded(end)
  }
}

extension TLSTransport: ByteTransportOwner {
  func transportReceived(_ bytes: [UInt8]) {
    guard !hasPeerEnded, !hasFailed else { return }
    let wasHandshaking = session.state == .handshaking
    let plaintext = session.receive(bytes)
    if wasHandshaking, session.state != .handshaking {
      sendEarly()
      lower.setReading(isReading)
    }
    passDown()
    if lower.bytesWaiting > limit { tellEnd(.failed(.sendStalled)) }
    if !plaintext.isEmpty { owner?.transportReceived(plaintext) }
    followState()
  }

  func transportEnded(_ end: TransportEnd) {
    switch (end, session.state) {
    case (.finished, .handshaking): tellEnd(.failed(.tls(.endedInHandshake)))
    case (.finished, .open): tellEnd(.lost(reason: Self.truncation))
    case (.finished, .ended), (.finished, .failed): break
    case (.lost, _), (.failed, _): tellEnd(end)
    }
  }

  func transportDrained() {
    if early.isEmpty { owner?.transportDrained() }
  }
}
