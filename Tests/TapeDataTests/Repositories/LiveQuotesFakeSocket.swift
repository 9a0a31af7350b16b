import Synchronization
import TapeDomain
import TapeTestSupport

@testable import TapeData

/// A quote socket that says what a test tells it to, and remembers what it was asked.
final class FakeQuoteSocket: QuoteSocket {
  private let stream: AsyncStream<QuoteSocketEvent>
  private let continuation: AsyncStream<QuoteSocketEvent>.Continuation
  private let asked = Mutex<[QuoteBook.Request]>([])
  private let waiting = WaitingList()

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
    await waiting.wait(for: count)
    return asked.withLock { $0 }
  }

  private func record(_ request: QuoteBook.Request) {
    waiting.reach(
      asked.withLock { asked in
        asked.append(request)
        return asked.count
      })
  }
}
