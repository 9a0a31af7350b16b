/// The bytes that a socket has still to take, in order.
struct SendQueue {
  private var bytes: [UInt8] = []
  private var head = 0

  /// How many bytes wait.
  var count: Int { bytes.count - head }
  /// Whether none wait.
  var isEmpty: Bool { head == bytes.count }

  /// Adds bytes behind those that wait; into an empty queue they move without a copy.
  mutating func append(_ more: [UInt8]) {
    if isEmpty {
      bytes = more
      head = 0
      return
    }
    // Taken bytes are dropped when they are the larger part, so that each byte moves at most once more.
    if head > count {
      bytes.removeFirst(head)
      head = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Lends the bytes that wait.
  func withUnsentBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[head...])) }
  }

  /// Drops the first bytes, which have been taken.
  mutating func removeFirst(_ taken: Int) {
    head += taken
    if isEmpty { removeAll() }
  }

  /// Drops everything.
  mutating func removeAll() {
    bytes = []
    head = 0
  }
}
