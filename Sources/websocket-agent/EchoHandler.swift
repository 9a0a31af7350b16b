import Synchronization
import TapeWebSocket

/// Sends every message back, and remembers what the report needs.
///
/// A peer that does not read what it gets back is not read from either, so that what waits stays bounded: by
/// this limit and what one more read may bring.
final class EchoHandler: WebSocketHandler {
  /// How many bytes may wait before reading stops.
  static let highWater = 1 << 20

  private struct State {
    var status: Int?
    var isOpen = false
    var lastPong = 0
  }

  /// The end of the connection, once.
  let ends: AsyncStream<WebSocketClosure>
  private let ending: AsyncStream<WebSocketClosure>.Continuation
  private let state = Mutex(State())

  /// An echo that has heard nothing.
  init() {
    (ends, ending) = AsyncStream.makeStream()
  }

  /// The status of the answer to the upgrade; nil when none came.
  var status: Int? { state.withLock { $0.status } }

  /// Whether messages may flow.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// The highest number in the payload of a pong.
  var lastPong: Int { state.withLock { $0.lastPong } }

  func webSocket(
    _ link: any WebSocketLink, received events: [WebSocketEvent], at now: ContinuousClock.Instant
  ) {
    // What waits now was left over by earlier turns, so that `webSocketDrained` is sure to follow.
    if link.bytesWaiting > Self.highWater { link.setReading(false) }
    for event in events {
      switch event {
      case .opened(let head):
        state.withLock {
          $0.status = head.status
          $0.isOpen = true
        }
      case .text(let payload): link.send(text: Array(payload))
      case .binary(let payload): link.send(binary: Array(payload))
      case .pong(let payload): note(pong: payload)
      case .closed(let closure): end(closure)
      case .ping, .request, .texts: break
      }
    }
  }

  func webSocketDrained(_ link: any WebSocketLink) {
    link.setReading(true)
  }

  private func note(pong payload: ArraySlice<UInt8>) {
    guard let number = Int(String(decoding: payload, as: UTF8.self)) else { return }
    state.withLock { $0.lastPong = max($0.lastPong, number) }
  }

  private func end(_ closure: WebSocketClosure) {
    state.withLock {
      $0.isOpen = false
      if case .refused(let head) = closure.error { $0.status = head.status }
    }
    ending.yield(closure)
    ending.finish()
  }
}
