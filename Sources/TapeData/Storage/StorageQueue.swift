import Dispatch

/// Runs what blocks on the disk, one after the other, on a thread that is not the cooperative pool's.
final class StorageQueue: Sendable {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label, qos: .utility)
  }

  /// What `body` gives, once everything asked for before is done.
  func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }
}
