/// A ``ByteTransport`` through a proxy: what is sent waits until the tunnel is there; lives on the socket thread.
final class TunnelTransport: ByteTransport {
  private enum State {
    case digging(any ProxyTunnel)
    case established
    case failed
  }

  private let below: any ByteTransport
  private let proxy: ProxyURL
  private var state: State
  private var owner: (any ByteTransportOwner)?
  private var held: [UInt8] = []
  private var isReading = true
  private var isFinishing = false

  /// A transport over `below`, which is connected to the proxy; `tunnel` talks the proxy into connecting us further.
  init(over below: any ByteTransport, proxy: ProxyURL, tunnel: any ProxyTunnel) {
    self.below = below
    self.proxy = proxy
    state = .digging(tunnel)
  }

  /// Whether the proxy has connected us to the server.
  var isEstablished: Bool {
    if case .established = state { true } else { false }
  }

  var bytesWaiting: Int { below.bytesWaiting + held.count }

  func start(owner: any ByteTransportOwner) {
    self.owner = owner
    below.start(owner: self)
    guard case .digging(let tunnel) = state else { return }
    below.enqueue(tunnel.greeting)
    below.flush()
  }

  func enqueue(_ bytes: [UInt8]) {
    if isEstablished { below.enqueue(bytes) } else { held += bytes }
  }

  func flush() {
    if isEstablished { below.flush() }
  }

  /// The proxy itself is heard in any case.
  func setReading(_ isReading: Bool) {
    self.isReading = isReading
    if isEstablished { below.setReading(isReading) }
  }

  func setWriting(_ isWriting: Bool) {
    below.setWriting(isWriting)
  }

  func finish() {
    isFinishing = true
    if isEstablished { below.finish() }
  }

  func cut(resetting: Bool) {
    owner = nil
    held = []
    below.cut(resetting: resetting)
  }

  private func establish(early: [UInt8]) {
    state = .established
    below.enqueue(held)
    held = []
    if isFinishing { below.finish() } else { below.flush() }
    if !isReading { below.setReading(false) }
    if !early.isEmpty { owner?.transportReceived(early) }
  }

  private func fail(_ reason: ProxyFailure.Reason) {
    state = .failed
    held = []
    owner?.transportEnded(.failed(.proxy(ProxyFailure(proxy, reason))))
  }
}

extension TunnelTransport: ByteTransportOwner {
  func transportReceived(_ bytes: [UInt8]) {
    switch state {
    case .established: owner?.transportReceived(bytes)
    case .failed: break
    case .digging(var tunnel):
      let step = tunnel.receive(bytes)
      state = .digging(tunnel)
      switch step {
      case .goOn(let reply):
        below.enqueue(reply)
        below.flush()
      case .established(let early): establish(early: early)
      case .failed(let reason): fail(reason)
      }
    }
  }

  func transportEnded(_ end: TransportEnd) {
    switch (state, end) {
    case (.established, _): owner?.transportEnded(end)
    case (.failed, _): break
    case (.digging, .finished): fail(.ended(""))
    case (.digging, .lost(let reason)): fail(.ended(reason))
    case (.digging, .failed): owner?.transportEnded(end)
    }
  }

  func transportDrained() {
    if isEstablished { owner?.transportDrained() }
  }
}
