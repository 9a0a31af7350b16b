import Synchronization
import TapeDomain

/// A queue of batches with one reader.
final class BatchChannel: Sendable {
  private struct State {
    var queue: [QuoteBatch] = []
    var isFinished = false
    var reader: CheckedContinuation<QuoteBatch?, Never>?
  }

  private let state = Mutex(State())

  /// The next batch; nil after the end.
  func next() async -> QuoteBatch? {
    await withCheckedContinuation { continuation in
      let answer: QuoteBatch?? = state.withLock { state in
        if !state.queue.isEmpty { return .some(state.queue.removeFirst()) }
        if state.isFinished { return .some(nil) }
        state.reader = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Adds a batch.
  func send(_ batch: QuoteBatch) {
    let reader = state.withLock { state in
      if state.reader == nil { state.queue.append(batch) }
      return state.reader.take()
    }
    reader?.resume(returning: batch)
  }

  /// Ends the queue.
  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      return state.reader.take()
    }
    reader?.resume(returning: nil)
  }
}
