import Synchronization
import TapeDomain

@testable import TapeData

/// A quote socket that says what a test tells it to, and remembers what it was asked.
final class FakeQuoteSocket: QuoteSocket {
  private struct State {
    var requests: [QuoteBook.Request] = []
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let stream: AsyncStream<QuoteSocketEvent>
  private let continuation: AsyncStream<QuoteSocketEvent>.Continuation
  private let state = Mutex(State())

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func frames() -> AsyncStream<QuoteSocketEvent> { stream }

  func send(_ command: FeedCommand) async {
    record(.send(command))
  }

  func fail(code: UInt16, reason: String) async {
    record(.fail(code: code, reason: reason))
  }

  /// Says these events, in order.
  func say(_ events: QuoteSocketEvent...) {
    for event in events { continuation.yield(event) }
  }

  /// Ends the stream of events.
  func finish() {
    continuation.finish()
  }

  /// Everything asked so far, as soon as that is at least `count` requests.
  func requests(_ count: Int) async -> [QuoteBook.Request] {
    await withCheckedContinuation { continuation in
      let isEnough = state.withLock { state in
        if state.requests.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isEnough { continuation.resume() }
    }
    return state.withLock { $0.requests }
  }

  private func record(_ request: QuoteBook.Request) {
    let ready = state.withLock { state in
      state.requests.append(request)
      let count = state.requests.count
      defer { state.waiters.removeAll { $0.count <= count } }
      return state.waiters.filter { $0.count <= count }
    }
    for waiter in ready { waiter.continuation.resume() }
  }
}
