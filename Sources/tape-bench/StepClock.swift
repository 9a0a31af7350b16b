import Synchronization
import TapeDomain

/// A clock that is moved by hand, so that flashes begin and end with the ticks that are measured.
final class StepClock: Sendable {
  private let moment = Mutex(Instant(nanoseconds: 1_000_000_000))

  /// The time source of what is measured; whoever sleeps on it sleeps for long.
  var source: TimeSource {
    TimeSource(
      now: { self.moment.withLock { $0 } }, wall: { Timestamp(seconds: 1_800_000_000) },
      sleep: { _ in try await Task.sleep(for: .seconds(3_600)) })
  }

  /// Moves on.
  func advance(by duration: Duration) {
    moment.withLock { $0 = $0 + duration }
  }
}
