import Synchronization

/// What runs for a link until it ends.
final class LinkTasks: Sendable {
  private let tasks = Mutex<[Task<Void, Never>]>([])

  /// One more, which ends with the link.
  func add(_ task: Task<Void, Never>) {
    tasks.withLock { $0.append(task) }
  }

  /// Ends them all.
  func cancel() {
    for task in tasks.withLock({ $0 }) { task.cancel() }
  }
}
