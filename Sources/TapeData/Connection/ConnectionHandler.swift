import Synchronization
import TapeDomain
import TapeWebSocket

/// Decodes what one connection receives, on the socket thread, and hands each read over as one delivery.
final class ConnectionHandler: WebSocketHandler {
  private let core: ConnectionCore
  private let generation: Int
  private let dialect: Mutex<any FeedDialect>

  /// The handler of the connection of that generation.
  init(core: ConnectionCore, generation: Int, dialect: any FeedDialect) {
    self.core = core
    self.generation = generation
    self.dialect = Mutex(dialect)
  }

  /// Reads what one read from the socket brought.
  func webSocket(
    _ link: any WebSocketLink, received events: [WebSocketEvent], at now: ContinuousClock.Instant
  ) {
    let now = Instant(now)
    var (isOpened, delivery) = dialect.withLock { Self.decode(events, with: &$0) }
    delivery.events = events
    if isOpened { core.opened(link, generation: generation, at: now) }
    core.received(delivery, generation: generation, at: now)
  }

  private static func decode(
    _ events: [WebSocketEvent], with dialect: inout any FeedDialect
  ) -> (isOpened: Bool, delivery: ConnectionCore.Delivery) {
    var isOpened = false
    var delivery = ConnectionCore.Delivery()
    for event in events {
      switch event {
      case .opened:
        dialect.begin()
        isOpened = true
      case .text(let frame): dialect.decode(frame.span, into: &delivery.messages)
      case .texts(let frames):
        dialect.decode(frames.ranges, of: frames.bytes.span, into: &delivery.messages)
      case .binary: delivery.messages.append(.malformed(reason: "A binary message."))
      case .pong(let payload): PingPayload.id(from: payload).map { delivery.pongs.append($0) }
      case .closed(let closure): delivery.closure = closure
      // It is answered by the connection.
      case .ping: delivery.isPinged = true
      // Requests come to servers only.
      case .request: break
      }
    }
    return (isOpened, delivery)
  }
}
