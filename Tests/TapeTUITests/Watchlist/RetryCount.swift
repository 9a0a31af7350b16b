import Synchronization
import TapeTestSupport

/// Counts calls, and lets a test wait for one.
final class RetryCount: Sendable {
  private let calls = Mutex(0)
  private let waiting = WaitingList()

  /// How many calls there were.
  var count: Int { calls.withLock { $0 } }

  /// Counts one.
  func add() {
    waiting.reach(
      calls.withLock { count in
        count += 1
        return count
      })
  }

  /// Returns when there was a call.
  func called() async {
    await waiting.wait()
  }
}
