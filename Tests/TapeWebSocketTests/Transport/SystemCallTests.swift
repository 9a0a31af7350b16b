import Foundation
import Testing

@testable import TapeWebSocket

@Suite("System calls")
struct SystemCallTests {
  @Test("A call that a signal interrupts is repeated, and one that would block says so")
  func outcomes() {
    var codes = [EINTR, EINTR, EAGAIN]
    let outcome = SystemCall.attempt {
      errno = codes.removeFirst()
      return -1
    }
    guard case .wouldBlock = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(codes.isEmpty)
  }

  @Test("A failed call carries the system's sentence")
  func failure() {
    #expect(throws: SystemError(code: EBADF)) { try SystemCall.require { fcntl(-1, F_GETFD) } }
    #expect("\(SystemError(code: EBADF))" == "Bad file descriptor")
  }

  @Test("A socket does not block, is not inherited and bounds what waits unsent")
  func options() throws {
    let descriptor = try SystemCall.makeSocket(.v4)
    defer { SystemCall.release(descriptor) }
    #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    #expect(option(descriptor, TCP_NODELAY) != 0)

    SystemCall.setNotSentLowWater(descriptor, bytes: 16_384)
    #expect(option(descriptor, TCP_NOTSENT_LOWAT) == 16_384)
  }

  private func option(_ descriptor: Int32, _ name: Int32) -> Int32 {
    var value: Int32 = -1
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, Int32(IPPROTO_TCP), name, &value, &length) == 0 ? value : -1
  }
}
