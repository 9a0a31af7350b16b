import Synchronization

/// Tests that wait for something to happen, each for a number that has to be reached.
///
/// A test that is cancelled, as one is whose time is over, waits no longer: what it waited for did not happen, and it
/// is the test that says so, not a run that never ends.
public final class WaitingList: Sendable {
  private struct Waiter {
    let id: Int
    let number: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var reached = 0
    var lastID = 0
    var waiters: [Waiter] = []
  }

  private let state = Mutex(State())

  /// Nothing has happened and nobody waits.
  public init() {}

  /// That number is reached, and so is every smaller one.
  public func reach(_ number: Int) {
    let ready = state.withLock { state in
      state.reached = max(state.reached, number)
      let reached = state.reached
      defer { state.waiters.removeAll { $0.number <= reached } }
      return state.waiters.filter { $0.number <= reached }
    }
    for waiter in ready { waiter.continuation.resume() }
  }

  /// Returns when that number is reached, or when the calling task is cancelled.
  public func wait(for number: Int = 1) async {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.reached >= number || Task.isCancelled { return true }
          state.waiters.append(Waiter(id: id, number: number, continuation: continuation))
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume()
    }
  }
}
