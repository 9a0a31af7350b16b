public import TapeDomain

/// A list whose answers are recorded, so that names are there when the tape is played.
public struct RecordedWatchlistRepository: WatchlistRepository {
  private let base: any WatchlistRepository
  private let recorder: TapeRecorder

  /// The list of `base`.
  public init(_ base: any WatchlistRepository, recorder: TapeRecorder) {
    self.base = base
    self.recorder = recorder
  }

  /// What the other one answers.
  public func instruments() async throws -> [Instrument] {
    let instruments = try await base.instruments()
    recorder.listed(instruments)
    return instruments
  }

  /// What the other one says.
  public func news() -> AsyncStream<Void> { base.news() }
}
