import Foundation
import Testing

@testable import TapeWebSocket

@Suite("Running out of descriptors")
struct DescriptorShortageTests {
  @Test("A server that has no descriptor left goes on accepting when there are some", .timeLimit(.minutes(4)))
  func shortage() async {
    // In a process of its own, since the limit is the process's.
    await #expect(processExitsWith: .success) {
      // Descriptors that were open when this process was started may have come along.
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { UInt($0) }
      let most = (open.max() ?? 0) + 48
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let loopback = try Loopback()
      // The system's timers take a descriptor when they are first used, and end the process when there is none.
      try await ContinuousClock().sleep(for: .milliseconds(1))
      let address = try RawPeer.loopback(port: loopback.server.port)
      var sockets: [Int32] = []
      // Each takes one here and wants another there, so that the last ones find none to be accepted with.
      while let descriptor = try? SystemCall.makeSocket(.v4) {
        _ = SystemCall.startConnecting(descriptor, to: address)
        sockets.append(descriptor)
      }
      await loopback.thread.settle()
      for descriptor in sockets { SystemCall.release(descriptor) }

      let (link, events) = try await loopback.open()
      link.send(text: [0x61])
      #expect(await events.nextText() == [0x61])
    }
  }
}
