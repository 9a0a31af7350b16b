/// Finds instruments of a source by what a person types.
public protocol InstrumentFinder: Sendable {
  /// The instruments whose symbol or name has that text in it, the best first; at most a few dozen.
  ///
  /// - Throws: ``WatchlistError`` with a sentence; `CancellationError` when the task is cancelled.
  func instruments(matching text: String) async throws -> [Instrument]
}
