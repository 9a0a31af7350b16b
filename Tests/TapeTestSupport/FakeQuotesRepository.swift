import Synchronization
public import TapeDomain

/// A repository that says what a test tells it to, conflating nothing but handing out all that waits at each pull.
public final class FakeQuotesRepository: QuotesRepository {
  private struct State {
    var waiting: [[QuoteEvent]] = []
    var puller: CheckedContinuation<[QuoteEvent]?, Never>?
    var watched: [Set<Symbol>] = []
    var isReleased = false
  }

  /// Lives as long as the stream.
  private final class Token: Sendable {
    let repository: FakeQuotesRepository

    init(repository: FakeQuotesRepository) {
      self.repository = repository
    }

    deinit { repository.release() }
  }

  private let state = Mutex(State())
  private let releasing = WaitingList()

  /// A repository that has said nothing yet.
  public init() {}

  /// The sets of symbols that were asked for, in order.
  public var watched: [Set<Symbol>] { state.withLock { $0.watched } }

  /// Adds events to what the next pull takes.
  public func say(_ events: [QuoteEvent]) {
    enqueue { $0.isEmpty ? $0 = [events] : $0[$0.count - 1].append(contentsOf: events) }
  }

  /// Adds bursts that are taken one at a time.
  public func sayApart(_ bursts: [[QuoteEvent]]) {
    enqueue { $0.append(contentsOf: bursts) }
  }

  /// Returns when the consumer's task was cancelled or the stream dropped.
  public func released() async {
    await releasing.wait()
  }

  /// See `QuotesRepository`.
  public func events(for symbols: Set<Symbol>) -> AsyncStream<[QuoteEvent]> {
    state.withLock { $0.watched.append(symbols) }
    let token = Token(repository: self)
    return AsyncStream(unfolding: { await token.repository.pull() })
  }

  private func enqueue(_ add: (inout [[QuoteEvent]]) -> Void) {
    let (puller, burst) = state.withLock {
      state -> (CheckedContinuation<[QuoteEvent]?, Never>?, [QuoteEvent]?) in
      add(&state.waiting)
      guard let puller = state.puller, !state.waiting.isEmpty else { return (nil, nil) }
      state.puller = nil
      return (puller, state.waiting.removeFirst())
    }
    puller?.resume(returning: burst)
  }

  private func pull() async -> [QuoteEvent]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> [QuoteEvent]?? in
          if state.isReleased { return .some(nil) }
          if !state.waiting.isEmpty { return state.waiting.removeFirst() }
          state.puller = continuation
          return .none
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      self.release()
    }
  }

  private func release() {
    let puller = state.withLock { state in
      state.isReleased = true
      return state.puller.take()
    }
    puller?.resume(returning: nil)
    releasing.reach(1)
  }
}
