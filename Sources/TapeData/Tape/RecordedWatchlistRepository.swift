public import TapeDomain

/// A list whose answers are recorded, so that names are there when the tape is played.
public struct RecordedWatchlistRepository: WatchlistRepository {
  private let base: any WatchlistRepository
  private let recorder: TapeRecorder
  private let entry: @Sendable (Instrument) -> Instrument?

  /// The list of `base`; `entry` is an instrument as the recorded source calls it, nil for one of another source.
  public init(
    _ base: any WatchlistRepository, recorder: TapeRecorder,
    entry: @escaping @Sendable (Instrument) -> Instrument? = { $0 }
  ) {
    self.base = base
    self.recorder = recorder
    self.entry = entry
  }

  /// What the other one answers.
  public func instruments() async throws -> [Instrument] {
    let instruments = try await base.instruments()
    recorder.listed(instruments.compactMap(entry))
    return instruments
  }

  /// What the other one says.
  public func news() -> AsyncStream<Void> { base.news() }
}
