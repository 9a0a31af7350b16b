import TapeDomain

/// A queue of batches with one reader.
struct BatchChannel: Sendable {
  private let stream: AsyncStream<QuoteBatch>
  private let writer: AsyncStream<QuoteBatch>.Continuation

  /// An empty queue.
  init() {
    (stream, writer) = AsyncStream.makeStream()
  }

  /// The next batch; nil after the end, and when the calling task is cancelled.
  func next() async -> QuoteBatch? {
    await stream.first { _ in true }
  }

  /// Adds a batch.
  func send(_ batch: QuoteBatch) {
    writer.yield(batch)
  }

  /// Ends the queue.
  func finish() {
    writer.finish()
  }
}
