/// Where the list of instruments comes from; its owner decides what is in it and in which order.
public protocol WatchlistRepository: Sendable {
  /// The instruments in display order.
  ///
  /// - Throws: ``WatchlistError`` with a sentence for the user.
  func instruments() async throws -> [Instrument]
}
