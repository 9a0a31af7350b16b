/// The one deadline that a connection has at a time; lives on the socket thread.
final class ConnectionTimer {
  /// What is to be over by the deadline.
  enum Purpose: Equatable {
    /// Look-up, connect and handshake.
    case opening
    /// The closing handshake, and the end of TCP after it.
    case ending
  }

  private let loop: SocketLoop
  private var armed: (purpose: Purpose, id: DeadlineList<() -> Void>.ID)?

  /// A timer that is not armed.
  init(loop: SocketLoop) {
    self.loop = loop
  }

  /// Replaces the deadline, unless one for the same purpose runs already: that one is kept.
  func arm(_ purpose: Purpose, after delay: Duration, expired: @escaping () -> Void) {
    guard armed?.purpose != purpose else { return }
    disarm()
    let id = loop.schedule(after: delay) {
      self.armed = nil
      expired()
    }
    armed = (purpose, id)
  }

  /// Nothing is waited for any more.
  func disarm() {
    if let armed { loop.cancel(armed.id) }
    armed = nil
  }
}
