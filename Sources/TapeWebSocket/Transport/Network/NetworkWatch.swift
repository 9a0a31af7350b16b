/// Tells when this machine's way into the network changed: a link, an address or a route.
///
/// It lives on the socket thread, and ends with it.
public final class NetworkWatch: SocketTenant {
  /// From the first piece of news to when it is told, since one change of the network comes in many.
  static let settling = Duration.milliseconds(300)

  private let loop: SocketLoop
  private let changed: @Sendable () -> Void
  private let descriptor: Int32
  private var watch: PollSet.Watch?
  private var news = NetworkNews()
  private var isSettling = false

  private init(descriptor: Int32, loop: SocketLoop, changed: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.loop = loop
    self.changed = changed
  }

  /// Calls `changed` on the socket thread after each change. Where the system does not tell of changes, nothing is
  /// called: what depends on it works without, only later.
  public static func start(on thread: SocketThread, changed: @escaping @Sendable () -> Void) {
    thread.run {
      guard let descriptor = try? SystemCall.makeNetworkListener(groups: NetworkNews.groups) else { return }
      let loop = thread.loop.value
      let tenant = NetworkWatch(descriptor: descriptor, loop: loop, changed: changed)
      loop.moveIn(tenant)
      tenant.watch = loop.watch(descriptor, for: .input) { _ in tenant.read() }
    }
  }

  func threadEnds() {
    end()
  }

  private func read() {
    let (outcome, bytes) = loop.read(descriptor)
    switch outcome {
    case .done(1...):
      if news.receive(bytes) { settle() }
    case .failed(let error) where error.isShortage:
      // More was said than the queue holds: something did change.
      settle()
    case .done, .failed: end()
    case .wouldBlock: break
    }
  }

  private func settle() {
    guard !isSettling else { return }
    isSettling = true
    _ = loop.schedule(after: Self.settling) {
      self.isSettling = false
      if self.watch != nil { self.changed() }
    }
  }

  private func end() {
    guard let watch else { return }
    self.watch = nil
    loop.unwatch(watch)
    loop.moveOut(self)
    SystemCall.release(descriptor)
  }
}
