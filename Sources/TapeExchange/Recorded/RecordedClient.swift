import Synchronization
import TapeWebSocket

/// One connection to a recording.
final class RecordedClient: WebSocketServerHandler {
  private let exchange: RecordedExchange
  private let hasLeft = Atomic<Bool>(false)
  private let hasSpoken = Atomic<Bool>(false)

  /// A connection that has said nothing yet.
  init(exchange: RecordedExchange) {
    self.exchange = exchange
  }

  /// Whether the client has left.
  var isGone: Bool { hasLeft.load(ordering: .relaxed) }

  /// Whether the client has said what it wants, or anything else.
  var isReady: Bool { hasSpoken.load(ordering: .relaxed) || isGone }

  func webSocket(
    _ link: any WebSocketServerLink, received events: [WebSocketEvent], at now: ContinuousClock.Instant
  ) {
    for event in events {
      switch event {
      case .request(let head):
        if let answer = exchange.answer(head) {
          link.respond(
            status: answer.status, reason: answer.reason, headers: answer.headers, body: answer.body)
        } else {
          link.accept(headers: [])
          exchange.play(to: link, client: self)
        }
      case .closed: hasLeft.store(true, ordering: .relaxed)
      case .text, .texts, .binary: hasSpoken.store(true, ordering: .relaxed)
      case .ping, .pong, .opened: break
      }
    }
  }
}
