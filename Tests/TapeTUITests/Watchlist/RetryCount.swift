import Synchronization

/// Counts calls, and lets a test wait for one.
final class RetryCount: Sendable {
  private let state = Mutex<(count: Int, waiters: [CheckedContinuation<Void, Never>])>((0, []))

  /// How many calls there were.
  var count: Int { state.withLock { $0.count } }

  /// Counts one.
  func add() {
    let waiters = state.withLock { state in
      state.count += 1
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when there was a call.
  func called() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.count > 0 { return true }
        state.waiters.append(continuation)
        return false
      }
      if isDone { continuation.resume() }
    }
  }
}
