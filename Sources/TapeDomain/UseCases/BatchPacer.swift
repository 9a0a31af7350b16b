/// The rules of a throttled watch without anybody who waits: when it looks at the repository, and when a batch is due.
///
/// ``ThrottledWatchQuotesUseCase`` follows the same rules on the machine's clock. This one is stepped by whoever has a
/// clock of its own, such as the one of a recording, so that what it gives out depends on nothing else.
public struct BatchPacer: Sendable {
  private static let longestPace = Duration.milliseconds(250)

  private let tick: Duration
  private let pace: Duration
  private var builder: QuoteBatchBuilder
  private var earliest: Instant?
  private var nextLook: Instant?

  /// A pacer of a watch of those symbols, nil for all, that has heard nothing yet.
  public init(symbols: Set<Symbol>?, tick: Duration) {
    self.tick = tick
    pace = min(tick, Self.longestPace)
    builder = QuoteBatchBuilder(symbols: symbols)
  }

  /// Whether the repository may be looked at now.
  public func mayLook(at now: Instant) -> Bool {
    lookTime.map { $0 <= now } ?? true
  }

  /// When the repository may be looked at: just before a batch is given out, when that is soon.
  private var lookTime: Instant? {
    guard let nextLook, let earliest, earliest > nextLook, earliest - nextLook <= pace else {
      return nextLook
    }
    return earliest
  }

  /// Takes in what the repository said.
  public mutating func add(_ events: [QuoteEvent], at now: Instant) {
    builder.add(events)
    if builder.hasChanges { nextLook = now + pace }
  }

  /// The batch that is due; nil when none is.
  public mutating func take(at now: Instant) -> QuoteBatch? {
    let isDue = earliest.map { $0 <= now } ?? true
    guard isDue || builder.isUrgent, let batch = builder.take() else { return nil }
    if !batch.changes.isEmpty { earliest = now + tick }
    return batch
  }

  /// When there is something to do next; `hasNews` says whether the repository has something to say.
  public func deadline(hasNews: Bool) -> Instant? {
    let look = hasNews ? lookTime : nil
    guard builder.hasNews, let earliest else { return look }
    return look.map { min($0, earliest) } ?? earliest
  }
}
