import Synchronization

@testable import TapeWebSocket

/// A client's handler that keeps what it is told, for a test to wait for.
final class EventRecorder: WebSocketHandler {
  typealias React = @Sendable (any WebSocketLink, WebSocketEvent) -> Void

  private let react: React
  private let stream: AsyncStream<WebSocketEvent>
  private let continuation: AsyncStream<WebSocketEvent>.Continuation
  private let drains: AsyncStream<Void>
  private let drainContinuation: AsyncStream<Void>.Continuation

  /// Does `react` on the socket thread, from inside the handler.
  init(react: @escaping React = { _, _ in }) {
    self.react = react
    (stream, continuation) = AsyncStream.makeStream()
    (drains, drainContinuation) = AsyncStream.makeStream()
  }

  func webSocket(
    _ link: any WebSocketLink, received events: [WebSocketEvent], at now: ContinuousClock.Instant
  ) {
    for event in events {
      react(link, event)
      continuation.yield(event)
    }
    if case .closed = events.last { continuation.finish() }
  }

  func webSocketDrained(_ link: any WebSocketLink) {
    drainContinuation.yield()
  }

  /// The events in order; to be iterated once. It ends after `.closed`.
  var events: AsyncStream<WebSocketEvent> { stream }

  /// The next event; nil after `.closed`.
  func next() async -> WebSocketEvent? {
    await stream.first { _ in true }
  }

  /// The text of the next event when it is one.
  func nextText() async -> [UInt8]? {
    guard case .text(let bytes) = await next() else { return nil }
    return Array(bytes)
  }

  /// The closure, whatever comes before it.
  func closure() async -> WebSocketClosure? {
    for await event in stream {
      if case .closed(let closure) = event { return closure }
    }
    return nil
  }

  /// Returns when all that waited has been sent.
  func drained() async {
    _ = await drains.first { _ in true }
  }
}
