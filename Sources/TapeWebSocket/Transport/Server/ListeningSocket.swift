/// A socket that accepts connections; lives on the socket thread.
final class ListeningSocket: SocketTenant {
  /// The pause when descriptors or memory have run out: the connections in the queue wait, and nothing spins.
  static let pause = Duration.milliseconds(100)
  /// The most connections taken in one turn, so that those that exist are served as well.
  private static let batch = 64

  private let descriptor: ListenerDescriptor
  private let loop: SocketLoop
  private let accepted: (Int32) -> Void
  private var watch: PollSet.Watch?
  private var resumption: DeadlineList<() -> Void>.ID?
  private var isClosed = false

  /// Takes over a listening socket; `accepted` is given each new connection's socket.
  init(descriptor: ListenerDescriptor, loop: SocketLoop, accepted: @escaping (Int32) -> Void) {
    self.descriptor = descriptor
    self.loop = loop
    self.accepted = accepted
  }

  /// Starts to accept.
  func start() {
    loop.moveIn(self)
    resume()
  }

  /// Accepts no more and gives back the socket.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    suspend()
    if let resumption { loop.cancel(resumption) }
    descriptor.release()
    loop.moveOut(self)
  }

  func threadEnds() {
    close()
  }

  private func resume() {
    resumption = nil
    guard let number = descriptor.number else { return }
    watch = loop.watch(number, for: .input) { _ in self.acceptAll(number) }
  }

  private func suspend() {
    if let watch { loop.unwatch(watch) }
    watch = nil
  }

  private func acceptAll(_ listener: Int32) {
    for _ in 0..<Self.batch {
      switch SystemCall.acceptConnection(listener) {
      case .done(let connection):
        accepted(Int32(truncatingIfNeeded: connection))
      case .wouldBlock:
        return
      case .failed(let error) where error.isNoListener:
        // It was told to stop; `close` follows.
        suspend()
        return
      case .failed(let error) where error.isShortage:
        suspend()
        resumption = loop.schedule(after: Self.pause) { self.resume() }
        return
      case .failed:
        // That connection ended before it was taken (accept(2)); the next may be well.
        continue
      }
    }
  }
}
