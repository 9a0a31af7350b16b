/// An ordered stream of bytes in both directions: TCP, and the place where TLS and proxies stand.
///
/// It lives on the socket thread, as does its owner.
protocol ByteTransport: AnyObject {
  /// Starts to tell `owner` what comes.
  func start(owner: any ByteTransportOwner)
  /// Bytes that were queued and that the system has not taken yet.
  var bytesWaiting: Int { get }
  /// Queues bytes behind those that wait.
  func enqueue(_ bytes: [UInt8])
  /// Sends as much of the queue as the system takes; the rest follows by itself.
  func flush()
  /// Stops or resumes taking bytes from the peer.
  func setReading(_ isReading: Bool)
  /// Holds the queue back or lets it go.
  func setWriting(_ isWriting: Bool)
  /// Ends our side when the queue is sent; the peer's side goes on.
  func finish()
  /// Ends both sides now and forgets the owner; `resetting` tells the peer that bytes were dropped (RST).
  func cut(resetting: Bool)
}

/// Whom a transport tells, on the socket thread.
protocol ByteTransportOwner: AnyObject {
  /// The bytes of one read.
  func transportReceived(_ bytes: [UInt8])
  /// Nothing comes any more.
  func transportEnded(_ end: TransportEnd)
  /// The queue is empty after some of it had to wait.
  func transportDrained()
}
