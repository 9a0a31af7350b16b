import Foundation
import Synchronization

/// Work for the socket thread from all others, and the pipe that wakes it.
final class SocketInbox: Sendable {
  /// Something to do on the socket thread.
  typealias Work = @Sendable () -> Void

  private struct State {
    var work: [Work] = []
    var isEnding = false
    var isClosed = false
  }

  /// The end of the pipe that becomes readable when there is work.
  let wakeEnd: Int32
  private let writeEnd: Int32
  private let state = Mutex(State())
  private let owner = Atomic<UInt>(0)

  /// An inbox with its pipe; throws when there are no descriptors for it.
  init() throws(SystemError) {
    (wakeEnd, writeEnd) = try SystemCall.makePipe()
  }

  /// Whether the caller runs on the thread that serves this inbox.
  var isOnThread: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Makes the calling thread the one that serves this inbox.
  func adopt() {
    owner.store(UInt(pthread_self()), ordering: .relaxed)
  }

  /// Adds work, waking the thread once per batch; false when it serves no more.
  func post(_ work: @escaping Work) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.work.append(work)
      if state.work.count == 1 { wake() }
      return true
    }
  }

  /// Asks the thread to end after the work that is there.
  func end() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isEnding = true
      wake()
    }
  }

  /// Takes all work into `batch`, which must be empty; true when the thread has been asked to end.
  func take(into batch: inout [Work]) -> Bool {
    var byte: UInt8 = 0
    return state.withLock { state in
      // Under the lock, so that a wake for later work is not swallowed.
      withUnsafeMutableBytes(of: &byte) { buffer in
        while case .done(1...) = SystemCall.receive(wakeEnd, into: buffer) {}
      }
      swap(&state.work, &batch)
      return state.isEnding
    }
  }

  /// Refuses work from now on, and returns what came before.
  func refuse() -> [Work] {
    state.withLock { state in
      state.isClosed = true
      defer { state.work = [] }
      return state.work
    }
  }

  /// Gives back the descriptors, once nothing is accepted any more.
  func close() {
    owner.store(0, ordering: .relaxed)
    SystemCall.release(wakeEnd)
    SystemCall.release(writeEnd)
  }

  /// A pipe that is full wakes as well as one that got this byte.
  private func wake() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }
}
