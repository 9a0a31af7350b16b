import Synchronization
import TapeDomain

/// The wall clock of a tape that is played.
final class TapeClock: Sendable {
  private let nanoseconds: Atomic<Int64>

  /// A clock that stands at the beginning.
  init(_ time: Timestamp) {
    nanoseconds = Atomic(time.nanoseconds)
  }

  /// The time where the tape is.
  var wall: Timestamp { Timestamp(nanoseconds: nanoseconds.load(ordering: .relaxed)) }

  /// The tape was played to that time.
  func set(_ time: Timestamp) {
    nanoseconds.store(time.nanoseconds, ordering: .relaxed)
  }
}
