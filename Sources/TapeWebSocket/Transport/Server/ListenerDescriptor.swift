import Synchronization

/// The descriptor of a listening socket, which one thread polls and any thread may tell to stop.
///
/// The lock keeps a call from reaching a number that was given back and belongs to somebody else by now.
final class ListenerDescriptor: Sendable {
  private let descriptor: Mutex<Int32?>

  /// Takes over that descriptor.
  init(_ descriptor: Int32) {
    self.descriptor = Mutex(descriptor)
  }

  /// The number, for as long as it is ours.
  var number: Int32? { descriptor.withLock { $0 } }

  /// Refuses new connections from the moment this returns.
  func stopListening() {
    descriptor.withLock { if let number = $0 { SystemCall.stopListening(number) } }
  }

  /// Gives the descriptor back, once.
  func release() {
    descriptor.withLock { number in
      if let number { SystemCall.release(number) }
      number = nil
    }
  }
}
