import Synchronization

/// The counts of one connection that any thread may read.
final class LinkCounters: Sendable {
  private let received = Atomic<Int>(0)
  private let sent = Atomic<Int>(0)
  private let waiting = Atomic<Int>(0)

  /// Bytes on the socket so far.
  var traffic: WebSocketTraffic {
    WebSocketTraffic(received: received.load(ordering: .relaxed), sent: sent.load(ordering: .relaxed))
  }

  /// Bytes that the system has not taken yet.
  var bytesWaiting: Int { waiting.load(ordering: .relaxed) }

  /// Bytes came.
  func countReceived(_ count: Int) {
    received.add(count, ordering: .relaxed)
  }

  /// The system took bytes that waited.
  func countSent(_ count: Int) {
    sent.add(count, ordering: .relaxed)
    countWaiting(-count)
  }

  /// More bytes wait, or fewer when they are dropped.
  func countWaiting(_ count: Int) {
    waiting.add(count, ordering: .relaxed)
  }
}
