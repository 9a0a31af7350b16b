import Testing

@testable import TapeWebSocket

@Suite("Pongs to a peer that takes them slowly (RFC 6455 §5.5.3)") struct PongTests {
  private func pings(_ numbers: Range<Int>) -> [WireFrame] { numbers.map { .ping("\($0)") } }

  @Test("While the peer takes nothing, no ping is answered; then the newest one is, once")
  func congested() throws {
    var client = try MachineDriver.client()
    client.machine.isCongested = true
    client.receive(pings(0..<1_000))
    client.receive(pings(1_000..<1_001))
    #expect(client.sent.isEmpty)
    #expect(client.events.count == 1_001, "each is told all the same")
    client.machine.isCongested = false
    client.settle()
    #expect(try client.sentFrames == ["pong 1000"])
    client.settle()
    client.receive([.ping("next")])
    #expect(try client.sentFrames == ["pong 1000", "pong next"])
  }

  @Test("One read of many pings is not answered with more than it has room for, and the newest is answered")
  func flood() throws {
    var client = try MachineDriver.client()
    let payload = String(repeating: "p", count: 120)
    let frames = [WireFrame](repeating: .ping(payload), count: 1_000) + [.ping("last")]
    client.receive(frames)
    #expect(client.sent.count < WebSocketMachine.pongRoom + 300)
    #expect(try client.sentFrames.last == "pong last")
  }

  @Test("A pong that waits goes before the answer to a close frame", arguments: [true, false])
  func closing(isStillCongested: Bool) throws {
    var client = try MachineDriver.client()
    client.machine.isCongested = true
    client.receive([.ping("1"), .ping("2")])
    client.machine.isCongested = isStillCongested
    client.receive([.close(1000)])
    #expect(try client.sentFrames == ["pong 2", "close 1000"])
  }

  @Test("An owner that answers pings itself is not answered for")
  func ownersPongs() throws {
    var configuration = WebSocketConfiguration()
    configuration.answersPings = false
    var client = try MachineDriver.client(configuration)
    client.machine.isCongested = true
    client.receive(pings(0..<10))
    client.machine.isCongested = false
    client.settle()
    #expect(client.sent.isEmpty)
  }
}
