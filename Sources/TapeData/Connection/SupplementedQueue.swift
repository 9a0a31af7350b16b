/// What waits for the one consumer of a ``SupplementedSocket``, and who waits until there is less of it.
///
/// It belongs to an actor: continuations are resumed where they were made.
struct SupplementedQueue {
  /// How many events may wait until nothing more is taken from either side.
  private static let mostWaiting = 4

  private var events: [QuoteSocketEvent] = []
  private var consumer: CheckedContinuation<QuoteSocketEvent?, Never>?
  private var crowd: [CheckedContinuation<Void, Never>] = []
  private var isOver = false

  /// Whether each side has to wait before it says more.
  var isFull: Bool { events.count >= Self.mostWaiting && !isOver }

  /// Adds an event, which the consumer gets at once when it waits.
  mutating func add(_ event: QuoteSocketEvent) {
    if isOver { return }
    events.append(event)
    deliver()
  }

  /// The consumer waits for an event; a second one ends at once, and so does one that is cancelled.
  mutating func wait(_ continuation: CheckedContinuation<QuoteSocketEvent?, Never>, isCancelled: Bool) {
    guard !isOver, !isCancelled, consumer == nil else { return continuation.resume(returning: nil) }
    consumer = continuation
    deliver()
  }

  /// The consumer waits no more.
  mutating func endWait() {
    consumer?.resume(returning: nil)
    consumer = nil
  }

  /// A side waits until there is room.
  mutating func waitForRoom(_ continuation: CheckedContinuation<Void, Never>) {
    guard isFull else { return continuation.resume() }
    crowd.append(continuation)
  }

  /// Nothing more is taken or told.
  mutating func end() {
    isOver = true
    letIn()
    endWait()
  }

  private mutating func deliver() {
    guard let consumer, !events.isEmpty else { return }
    self.consumer = nil
    consumer.resume(returning: events.removeFirst())
    if !isFull { letIn() }
  }

  private mutating func letIn() {
    for one in crowd { one.resume() }
    crowd = []
  }
}
