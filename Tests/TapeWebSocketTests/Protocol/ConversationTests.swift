import TapeTestSupport
import Testing

@testable import TapeWebSocket

@Suite struct ConversationTests {
  @Test("An echo client answers in order, whatever a burst holds", arguments: Conversation.all)
  func whole(conversation: Conversation) throws {
    var client = try MachineDriver.client(echoes: true)
    client.receive(conversation.received)
    #expect(try client.sentFrames == conversation.sent)
    if conversation.end != nil { client.receiveEnd() }
    #expect(Conversation.end(of: client.closure) == conversation.end)
  }

  @Test("The events are the same however the bytes are split, in both roles", arguments: Conversation.all)
  func split(conversation: Conversation) throws {
    let frames = try #require(WireFrame.parse(conversation.received))
    let masked = frames.map { $0.masked() }.bytes
    for (received, isClient) in [(conversation.received, true), (masked, false)] {
      let whole = try events(of: [received], isClient: isClient)
      for seed in 0..<8 {
        var random = SeededGenerator(seed: UInt64(seed))
        let pieces = random.split(received, largest: seed < 4 && received.count < 2_000 ? 3 : 400)
        #expect(try events(of: pieces, isClient: isClient) == whole, "seed \(seed)")
      }
    }
  }

  private func events(of pieces: [[UInt8]], isClient: Bool) throws -> [WebSocketEvent] {
    var driver = isClient ? try MachineDriver.client(echoes: true) : try MachineDriver.server(echoes: true)
    for piece in pieces { driver.receive(piece) }
    driver.receiveEnd()
    return driver.events
  }

  @Test("Handshakes are the same however their bytes are split", arguments: 0..<20)
  func splitHandshake(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let interim = Wire.head(["HTTP/1.1 100 Continue"])
    let answer = Array((interim + Wire.acceptance).utf8) + [WireFrame.text("first"), .close(1000)].bytes
    var client = try MachineDriver.connecting()
    for piece in random.split(answer, largest: 9) { client.receive(piece) }
    client.receiveEnd()
    #expect(
      Array(client.events.dropFirst()) == [
        .text(Array("first".utf8)[...]),
        .closed(WebSocketClosure(code: 1000, reason: "", isClean: true, error: nil)),
      ])

    var server = MachineDriver.listening()
    for piece in random.split(Array(Wire.request.utf8), largest: 9) { server.receive(piece) }
    #expect(server.events.count == 1)
    let isAccepted = server.machine.accept(headers: [])
    #expect(isAccepted)
  }

  @Test("Pings are left to an owner that answers them itself")
  func ownersPongs() throws {
    var configuration = WebSocketConfiguration()
    configuration.answersPings = false
    var client = try MachineDriver.client(configuration)
    client.receive([.ping("p")])
    #expect(client.sent.isEmpty)
    #expect(client.events == [.ping(Array("p".utf8)[...])])
    client.machine.pong(Array("p".utf8), using: &client.random)
    client.settle()
    #expect(try client.sentFrames == ["pong p"])
  }

  @Test(
    "Client and server understand each other, whatever is sent and however it is split", arguments: 0..<6)
  func backToBack(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var client = try MachineDriver.connecting(to: "wss://[::1]:8443/v1/quotes?x=1")
    var server = MachineDriver.listening()
    pass(from: &client, to: &server, &random)
    let isAccepted = server.machine.accept(headers: [])
    try #require(isAccepted)
    server.settle()
    pass(from: &server, to: &client, &random)
    try #require(client.machine.phase == .open)
    client.events = []
    server.events = []

    var toServer: [WebSocketEvent] = []
    var toClient: [WebSocketEvent] = []
    for _ in 0..<24 {
      toServer.append(send(from: &client, &random))
      toClient.append(send(from: &server, &random))
      if Bool.random(using: &random) { pass(from: &client, to: &server, &random) }
      if Bool.random(using: &random) { pass(from: &server, to: &client, &random) }
    }
    client.close(code: 4000, reason: "enough")
    pass(from: &client, to: &server, &random)
    pass(from: &server, to: &client, &random)
    client.receiveEnd()

    let closed = WebSocketEvent.closed(
      WebSocketClosure(code: 4000, reason: "enough", isClean: true, error: nil))
    let answered = WebSocketEvent.closed(WebSocketClosure(code: 4000, reason: "", isClean: true, error: nil))
    #expect(server.events == toServer + [closed])
    #expect(client.events == toClient + [answered])
    #expect(client.machine.phase == .finished)
    #expect(server.machine.phase == .finished)
  }

  private func pass(
    from sender: inout MachineDriver, to receiver: inout MachineDriver, _ random: inout SeededGenerator
  ) {
    for piece in random.split(sender.sent, largest: 1 << Int.random(in: 0...17, using: &random)) {
      receiver.receive(piece)
    }
    sender.sent = []
  }

  private func send(from sender: inout MachineDriver, _ random: inout SeededGenerator) -> WebSocketEvent {
    let lengths = [0, 1, 7, 8, 124, 125, 126, 127, 128, 1_000, 65_535, 65_536]
    let length = lengths[Int.random(in: 0..<lengths.count, using: &random)]
    defer { sender.settle() }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let text = Array(String(repeating: "π7", count: length / 3).utf8)
      sender.machine.send(text: text, using: &sender.random)
      return .text(text[...])
    case 1:
      let pong = random.bytes(min(length, 125))
      sender.machine.pong(pong, using: &sender.random)
      return .pong(pong[...])
    default:
      let binary = random.bytes(length)
      sender.machine.send(binary: binary, using: &sender.random)
      return .binary(binary[...])
    }
  }
}
