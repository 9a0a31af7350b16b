/// Where the program gets its time: a monotonic now, a wall clock for times of data, and a way to sleep.
///
/// One concrete value instead of a generic clock, since `any Clock` cannot subtract instants. Tests build it
/// from a clock they advance by hand.
public struct TimeSource: Sendable {
  private let readNow: @Sendable () -> Instant
  private let readWall: @Sendable () -> Timestamp
  private let sleepUntil: @Sendable (Instant) async throws -> Void

  /// A source made of three readings.
  ///
  /// - Parameters:
  ///   - now: The monotonic clock.
  ///   - wall: The wall clock; it may jump.
  ///   - sleep: Returns when the instant is reached, or throws `CancellationError` at once when the task is cancelled.
  public init(
    now: @escaping @Sendable () -> Instant,
    wall: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Instant) async throws -> Void
  ) {
    readNow = now
    readWall = wall
    sleepUntil = sleep
  }

  /// The machine's own clocks; the wall clock is handed in, since reading it needs more than the language.
  public static func system(wall: @escaping @Sendable () -> Timestamp) -> TimeSource {
    TimeSource(
      now: { Instant(ContinuousClock.now) },
      wall: wall,
      sleep: { try await Task.sleep(until: $0.continuous, clock: .continuous) })
  }

  /// The current instant of the monotonic clock.
  public var now: Instant { readNow() }

  /// The current wall-clock time.
  public var wall: Timestamp { readWall() }

  /// Sleeps until `instant`; throws `CancellationError` when the task is cancelled first.
  public func sleep(until instant: Instant) async throws {
    try await sleepUntil(instant)
  }

  /// Sleeps for `duration`; throws `CancellationError` when the task is cancelled first.
  public func sleep(for duration: Duration) async throws {
    try await sleepUntil(readNow() + duration)
  }
}
