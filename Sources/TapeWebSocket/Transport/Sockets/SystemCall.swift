import Foundation

/// The system calls of the transport: EINTR, EAGAIN and errno are dealt with here and nowhere else.
enum SystemCall {
  /// What a call on a descriptor that does not block came to.
  enum Outcome {
    /// It worked, with this result.
    case done(Int)
    /// It would have had to wait; poll says when to try again.
    case wouldBlock
    /// It failed.
    case failed(SystemError)
  }

  /// Repeats `call` while signals interrupt it.
  static func attempt(_ call: () -> Int) -> Outcome {
    while true {
      let result = call()
      if result >= 0 { return .done(result) }
      switch errno {
      case EINTR: continue
      case EAGAIN, EINPROGRESS, EALREADY: return .wouldBlock
      case let code: return .failed(SystemError(code: code))
      }
    }
  }

  /// The result of a call that has no reason to wait.
  @discardableResult
  static func require(_ call: () -> Int32) throws(SystemError) -> Int32 {
    switch attempt({ Int(call()) }) {
    case .done(let result): return Int32(truncatingIfNeeded: result)
    case .wouldBlock: throw SystemError(code: EAGAIN)
    case .failed(let error): throw error
    }
  }

  /// Reads what is there, at most the buffer's size; 0 bytes mean that the peer ended its side.
  static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    attempt { read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Sends what the system takes, without a SIGPIPE when the peer is gone.
  static func transmit(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Outcome {
    attempt { send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Waits until one of the descriptors is ready, at most so many milliseconds (-1: for ever).
  static func wait(on descriptors: inout [pollfd], milliseconds: Int32) {
    // A signal or a shortage ends the wait early, and the caller's next turn waits again.
    if poll(&descriptors, nfds_t(descriptors.count), milliseconds) < 0 {
      for index in descriptors.indices { descriptors[index].revents = 0 }
    }
  }

  /// A pipe whose ends do not block and are not inherited.
  static func makePipe() throws(SystemError) -> (readEnd: Int32, writeEnd: Int32) {
    var ends: [Int32] = [-1, -1]
    try require { pipe(&ends) }
    do {
      for end in ends { try prepare(end) }
    } catch {
      for end in ends { release(end) }
      throw error
    }
    return (ends[0], ends[1])
  }

  /// Makes a descriptor not block, and not be inherited by child processes.
  static func prepare(_ descriptor: Int32) throws(SystemError) {
    try require { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let flags = try require { fcntl(descriptor, F_GETFL) }
    try require { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Closes a descriptor. It is gone whatever the call says, so that it is never repeated.
  static func release(_ descriptor: Int32) {
    _ = close(descriptor)
  }
}
