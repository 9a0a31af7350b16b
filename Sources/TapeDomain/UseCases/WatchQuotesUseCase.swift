/// Watching symbols at a pace that a person can read.
public protocol WatchQuotesUseCase: Sendable {
  /// Replays the latest known quotes first, then at most one batch per tick.
  ///
  /// The first change after a quiet spell goes out at once. A batch that the consumer was too slow to take is
  /// merged with the next. Nothing to say emits nothing. Never throws: a dead feed shows as stale. One stream per
  /// caller. Ends when the caller's task is cancelled, which releases the symbols.
  func watch(_ symbols: Set<Symbol>) -> AsyncStream<QuoteBatch>

  /// As ``watch(_:)``, and tells of `background` as well, but of those at most once a second.
  func watch(_ symbols: Set<Symbol>, background: Set<Symbol>) -> AsyncStream<QuoteBatch>
}

extension WatchQuotesUseCase {
  /// Watches all of them alike.
  public func watch(_ symbols: Set<Symbol>, background: Set<Symbol>) -> AsyncStream<QuoteBatch> {
    watch(symbols.union(background))
  }
}
