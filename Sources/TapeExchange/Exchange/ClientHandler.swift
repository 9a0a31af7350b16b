import Synchronization
import TapeWebSocket

/// Hands what one connection says over to the exchange, and stops reading from a client that says too much.
final class ClientHandler: WebSocketServerHandler {
  /// One thing a connection said.
  enum Signal: Sendable {
    /// What one read brought.
    case received([WebSocketEvent], on: any WebSocketServerLink, by: ClientHandler)
    /// The link takes more again.
    case drained(ClientID)
  }

  /// From so many reads that the exchange has not handled on, the client has to wait.
  static let limit = 16

  /// The connection's name.
  let id: ClientID

  private struct Load {
    var unhandled = 0
    var isPaused = false
  }

  private let signals: AsyncStream<Signal>.Continuation
  private let load = Mutex(Load())

  /// A handler that says everything to `signals`.
  init(id: ClientID, signals: AsyncStream<Signal>.Continuation) {
    self.id = id
    self.signals = signals
  }

  func webSocket(
    _ link: any WebSocketServerLink, received events: [WebSocketEvent], at now: ContinuousClock.Instant
  ) {
    let mustPause = load.withLock { load in
      load.unhandled += 1
      guard load.unhandled >= Self.limit, !load.isPaused else { return false }
      load.isPaused = true
      return true
    }
    if mustPause { link.setReading(false) }
    signals.yield(.received(events, on: link, by: self))
  }

  func webSocketDrained(_ link: any WebSocketServerLink) {
    signals.yield(.drained(id))
  }

  /// One read was handled; reads on when it was the last.
  func handled(on link: any WebSocketServerLink) {
    let mayResume = load.withLock { load in
      load.unhandled -= 1
      guard load.unhandled == 0, load.isPaused else { return false }
      load.isPaused = false
      return true
    }
    if mayResume { link.setReading(true) }
  }
}
