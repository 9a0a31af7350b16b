import Testing

@testable import TapeWebSocket

@Suite struct NetworkNewsTests {
  /// A netlink message of that kind.
  private func message(_ kind: UInt16, _ body: [UInt8] = []) -> [UInt8] {
    bytes(UInt32(16 + body.count)) + bytes(UInt32(kind)) + [UInt8](repeating: 0, count: 8) + body
  }

  private func link(_ index: UInt32, flags: UInt32, kind: UInt16 = 16) -> [UInt8] {
    message(kind, bytes(0) + bytes(index) + bytes(flags) + bytes(0))
  }

  private func bytes(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }

  @Test("Addresses and routes that come or go are news, neighbours are not")
  func kinds() {
    for (kind, isNews) in [(20, true), (21, true), (24, true), (25, true), (28, false), (2, false)] {
      let listener = Listener()
      #expect(listener.hears(message(UInt16(kind), [1, 2, 3])) == isNews, "kind \(kind)")
    }
  }

  @Test("A link is news when its flags are other ones than before")
  func links() {
    let listener = Listener()
    let up: UInt32 = 0x1_1043
    #expect(listener.hears(link(2, flags: up)), "Nothing is known of it yet")
    #expect(!listener.hears(link(2, flags: up)), "Only its counters moved")
    #expect(listener.hears(link(3, flags: up)), "Another link")
    #expect(listener.hears(link(2, flags: up & ~0x1_0040)), "It lost its carrier")
    #expect(!listener.hears(link(3, flags: up)))
    #expect(listener.hears(link(2, flags: up)))
    #expect(listener.hears(link(2, flags: up, kind: 17)), "It went")
    #expect(listener.hears(link(2, flags: up)), "And came back")
  }

  @Test("Every message of a datagram counts, wherever it stands")
  func several() {
    let listener = Listener()
    _ = listener.hears(link(2, flags: 1))
    // A body of three bytes is padded to four.
    let neighbour = message(28, [1, 2, 3]) + [0]
    #expect(listener.hears(neighbour + link(2, flags: 1) + message(24)))
    #expect(!listener.hears(neighbour + link(2, flags: 1) + neighbour))
  }

  @Test("A datagram that lies about its lengths is no news and no crash")
  func malformed() {
    let listener = Listener()
    for datagram in [
      [], [1, 2, 3], bytes(0) + [UInt8](repeating: 0, count: 12),
      bytes(15) + [UInt8](repeating: 0, count: 12),
      bytes(.max) + [20, 0] + [UInt8](repeating: 0, count: 10), message(16, [1, 2, 3]),
      Array(message(20).dropLast()),
    ] {
      #expect(!listener.hears(datagram))
    }
  }
}

/// Keeps the value, so that an expectation can feed it.
private final class Listener {
  private var news = NetworkNews()

  func hears(_ datagram: [UInt8]) -> Bool { news.receive(datagram) }
}
