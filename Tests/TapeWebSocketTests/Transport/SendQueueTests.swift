import Testing

@testable import TapeWebSocket

@Suite("The queue of bytes to send")
struct SendQueueTests {
  @Test("Bytes leave in the order they came, however they are taken", arguments: 1...7)
  func order(taken: Int) {
    var queue = SendQueue()
    var sent: [UInt8] = []
    var next: UInt8 = 0
    for size in [3, 0, 5, 1, 8, 2] {
      queue.append((0..<size).map { next &+ UInt8($0) })
      next += UInt8(size)
      let count = min(taken, queue.count)
      sent += queue.withUnsentBytes { Array($0.prefix(count)) }
      queue.removeFirst(count)
    }
    sent += queue.withUnsentBytes { Array($0) }

    #expect(sent == Array(0..<next))
  }

  @Test("A queue that is dropped is empty")
  func dropped() {
    var queue = SendQueue()
    queue.append([1, 2, 3])
    queue.removeFirst(1)
    #expect(queue.count == 2)
    queue.removeAll()
    #expect(queue.isEmpty)
    #expect(queue.withUnsentBytes { $0.count } == 0)
  }
}
