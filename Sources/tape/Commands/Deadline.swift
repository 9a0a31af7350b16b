import TapeDomain

/// Ends work that is not done in time.
struct Deadline: Sendable {
  /// When the time is over.
  let instant: Instant
  /// The clock that says so.
  let time: TimeSource

  /// What `work` gives; it is cancelled when the deadline comes first, and decides itself what it gives then.
  func bound<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let timer = Task { [instant, time] in
      guard (try? await time.sleep(until: instant)) != nil else { return }
      task.cancel()
    }
    defer { timer.cancel() }
    return try await task.value
  }
}
