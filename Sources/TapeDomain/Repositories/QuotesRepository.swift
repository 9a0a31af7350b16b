/// The one owner of live quotes.
public protocol QuotesRepository: Sendable {
  /// What is known of `symbols` and of the feed, then what changes, in order.
  ///
  /// Each element holds everything that changed since the previous one was taken: first what a burst brought,
  /// and between two pulls only the newest quote of each symbol. A status, an interruption or the last value of a
  /// burst is never dropped, and what is kept does not grow with the rate. The symbols are subscribed from the
  /// first pull on, and released when the consuming task is cancelled or the stream is dropped. Never throws: a
  /// dead feed shows as interrupted.
  func events(for symbols: Set<Symbol>) -> AsyncStream<[QuoteEvent]>

  /// As ``events(for:)``, and of `background` as well, which the source is asked for at most once a second.
  func events(for symbols: Set<Symbol>, background: Set<Symbol>) -> AsyncStream<[QuoteEvent]>
}

extension QuotesRepository {
  /// Events of all of them alike.
  public func events(for symbols: Set<Symbol>, background: Set<Symbol>) -> AsyncStream<[QuoteEvent]> {
    events(for: symbols.union(background))
  }
}
