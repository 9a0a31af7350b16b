/// Where the list of instruments comes from; its owner decides what is in it and in which order.
public protocol WatchlistRepository: Sendable {
  /// The instruments in display order.
  ///
  /// - Throws: ``WatchlistError`` with a sentence for the user.
  func instruments() async throws -> [Instrument]
  /// An element each time when the list is worth asking for again; of a list that only changes when it is asked, none.
  func news() -> AsyncStream<Void>
}

extension WatchlistRepository {
  /// None.
  public func news() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
