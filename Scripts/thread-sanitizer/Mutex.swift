import Glibc

/// Stands in for the standard library's `Mutex` under ThreadSanitizer, which cannot see that lock on Linux: it is made
/// of futexes in a library that is not instrumented. It knows this one, made of a pthread mutex.
///
/// `Scripts/sanitize.sh` adds this file to a copy of each module that imports `Synchronization`.
struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let storage: MutexStorage<Value>

  init(_ value: consuming sending Value) {
    storage = MutexStorage(value)
  }

  borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(storage.lock)
    defer { pthread_mutex_unlock(storage.lock) }
    return try body(&storage.value)
  }
}

private final class MutexStorage<Value: ~Copyable> {
  let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  var value: Value

  init(_ value: consuming Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }
}
