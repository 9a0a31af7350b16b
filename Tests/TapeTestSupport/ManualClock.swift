import Synchronization
public import TapeDomain

/// A clock that tests advance by hand, and that can say when somebody sleeps on it.
public final class ManualClock: Sendable {
  private struct Sleeper {
    let id: Int
    let until: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(nanoseconds: 1_000_000_000)
    var wall = Timestamp(seconds: 1_800_000_000)
    var nextID = 0
    var sleepers: [Sleeper] = []
    var cancelled = Set<Int>()
    var waiters: [(id: Int, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// A clock at an arbitrary instant that is not zero.
  public init() {}

  /// The current instant.
  public var now: Instant { state.withLock { $0.now } }

  /// The time source that code under test is given.
  public var source: TimeSource {
    TimeSource(
      now: { self.now },
      wall: { self.state.withLock { $0.wall } },
      sleep: { try await self.sleep(until: $0) })
  }

  /// How many sleep right now.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Returns when at least `count` tasks sleep on this clock, or the calling task is cancelled.
  public func sleepers(_ count: Int = 1) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isEnough = state.withLock { state in
          if state.sleepers.count >= count || Task.isCancelled { return true }
          state.waiters.append((id, count, continuation))
          return false
        }
        if isEnough { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).continuation }
      }
      waiter?.resume()
    }
  }

  /// Moves both clocks on and wakes whoever slept until then, earliest first.
  public func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now + duration
      state.wall = state.wall + duration
      let due = state.sleepers.filter { $0.until <= state.now }.sorted { $0.until < $1.until }
      state.sleepers.removeAll { $0.until <= state.now }
      return due
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Moves only the wall clock, as a wrong or corrected clock does.
  public func jumpWall(by duration: Duration) {
    state.withLock { $0.wall = $0.wall + duration }
  }

  private func sleep(until instant: Instant) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (outcome, satisfied) = state.withLock {
          state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
          if instant <= state.now { return (.success(()), []) }
          state.sleepers.append(Sleeper(id: id, until: instant, continuation: continuation))
          let count = state.sleepers.count
          let ready = state.waiters.filter { $0.count <= count }.map(\.continuation)
          state.waiters.removeAll { $0.count <= count }
          return (nil, ready)
        }
        for waiter in satisfied { waiter.resume() }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
