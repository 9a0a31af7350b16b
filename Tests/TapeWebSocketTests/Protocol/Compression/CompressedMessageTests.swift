import TapeTestSupport
import Testing

@testable import TapeWebSocket

@Suite struct CompressedMessageTests {
  private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]

  private static func compressed(_ payload: [UInt8], opcode: UInt8 = 1, isFinal: Bool = true) -> WireFrame {
    WireFrame(opcode: opcode, payload: payload, isFinal: isFinal, reserved: 4)
  }

  private static func text(_ text: String) -> WebSocketEvent { .text(Array(text.utf8)[...]) }

  @Test(
    "The examples of RFC 7692 §7.2.3 are read, however they are split",
    arguments: [
      [compressed(hello)],
      [
        compressed([0xF2, 0x48, 0xCD], isFinal: false),
        .more(bytes: [0xC9, 0xC9, 0x07, 0x00], isFinal: true),
      ],
      [compressed([0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00])],
      [compressed([0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00])],
      [compressed([0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00])],
      [
        compressed([0xF2, 0x48, 0xCD], isFinal: false), .more("", isFinal: false),
        .more(bytes: [0xC9, 0xC9, 0x07], isFinal: false), .more(bytes: [0], isFinal: true),
      ],
    ])
  func examples(frames: [WireFrame]) throws {
    for seed in 0..<10 {
      var random = SeededGenerator(seed: UInt64(seed))
      var client = try MachineDriver.compressing()
      for piece in random.split(frames.bytes, largest: 3) { client.receive(piece) }
      // The window goes on: the second Hello of §7.2.3.2 refers to the first, also across a final block.
      client.receive([Self.compressed([0xF2, 0x00, 0x11, 0x00, 0x00]), .text("plain"), Self.compressed([0])])
      #expect(
        client.events == [Self.text("Hello"), Self.text("Hello"), Self.text("plain"), Self.text("")])
    }
  }

  @Test("Without context takeover each message stands alone")
  func noContext() throws {
    var client = try MachineDriver.compressing("permessage-deflate; server_no_context_takeover")
    client.receive([Self.compressed(Self.hello), Self.compressed(Self.hello)])
    #expect(client.events == [Self.text("Hello"), Self.text("Hello")])
    client.receive([Self.compressed([0xF2, 0x00, 0x11, 0x00, 0x00])])
    #expect(try client.sentFrames == ["close 1002"])
  }

  @Test("A ping between the frames of a compressed message is answered, and the message is whole")
  func pingBetween() throws {
    var client = try MachineDriver.compressing(echoes: true)
    client.receive([
      Self.compressed([0xF2, 0x48, 0xCD], isFinal: false), .ping("p"),
      .more(bytes: [0xC9, 0xC9, 0x07, 0x00], isFinal: true),
    ])
    #expect(try client.sentFrames == ["pong p", "text Hello"])
  }

  @Test(
    "The bit of compression stands only on the first frame of a message, the others never",
    arguments: [
      [WireFrame.text("a", isFinal: false), WireFrame(opcode: 0, payload: hello, reserved: 4)],
      [WireFrame(opcode: 9, reserved: 4)], [WireFrame(opcode: 8, reserved: 4)],
      [WireFrame(opcode: 1, payload: hello, reserved: 6)], [WireFrame(opcode: 1, reserved: 1)],
    ])
  func reservedBits(frames: [WireFrame]) throws {
    var client = try MachineDriver.compressing()
    client.receive(frames)
    #expect(try client.sentFrames == ["close 1002"])
  }

  @Test(
    "What is not DEFLATE, or ends within a block, fails with 1002",
    arguments: [
      [0xFF, 0xFF, 0xFF], [0x07], [0xF2, 0x48, 0xCD], [], [0x00, 0x06, 0x00, 0xF9, 0xFF, 0x48],
    ] as [[UInt8]])
  func broken(payload: [UInt8]) throws {
    var client = try MachineDriver.compressing()
    client.receive([Self.compressed(payload, opcode: 2)])
    guard case .protocolViolation(let rule) = client.closure?.error else {
      Issue.record("taken: \(client.events)")
      return
    }
    #expect(rule.contains("DEFLATE"))
    #expect(try client.sentFrames == ["close 1002"])
  }

  @Test("A compressed text that is not UTF-8 is refused before its end has come")
  func invalidText() throws {
    let deflater = try #require(ZlibDeflater(windowBits: 15))
    var payload: [UInt8] = []
    #expect(deflater.deflate([UInt8](repeating: 0x61, count: 100) + [0xFF], into: &payload))
    var client = try MachineDriver.compressing()
    client.receive([Self.compressed(payload, isFinal: false)])
    #expect(try client.sentFrames == ["close 1007"])
  }

  @Test(
    "The limit holds for the inflated size, exactly", arguments: [0, 1, 16_384, 65_536, 100_000], [0, 1])
  func limit(size: Int, excess: Int) throws {
    let deflater = try #require(ZlibDeflater(windowBits: 15))
    var payload: [UInt8] = []
    let message = [UInt8](repeating: 7, count: size + excess)
    #expect(deflater.deflate(message, into: &payload))
    var client = try MachineDriver.compressing(limit: size)
    client.receive([Self.compressed(payload, opcode: 2)])
    if excess == 0 {
      #expect(client.events == [.binary(message[...])])
    } else {
      #expect(client.closure?.error == .messageTooLarge(limit: size))
      #expect(try client.sentFrames == ["close 1009"])
    }
  }

  /// The empty block that a sender may put anywhere, and that inflates to nothing (RFC 1951 §3.2.4).
  private static let emptyBlock: [UInt8] = [0, 0, 0, 0xFF, 0xFF]

  @Test("Blocks of nothing without end are refused by the header of the frame that is too much")
  func emptyBlocks() throws {
    var client = try MachineDriver.compressing(limit: 1 << 20)
    let part = [[UInt8]](repeating: Self.emptyBlock, count: 26_000).flatMap { $0 }
    client.receive([Self.compressed(part, opcode: 2, isFinal: false)])
    for _ in 0..<7 { client.receive([.more(bytes: part, isFinal: false)]) }
    #expect(client.closure == nil, "one MiB of them is slow, and may be honest")
    client.receive(Array(WireFrame(opcode: 0, length: 130_000).bytes.prefix(10)))
    #expect(client.closure?.error == .messageTooLarge(limit: 1 << 20))
    #expect(try client.sentFrames == ["close 1009"])
  }

  @Test("A length that no memory holds is refused at once, compressed or not", arguments: [0, 4] as [UInt8])
  func hugeLength(reserved: UInt8) throws {
    var client = try MachineDriver.compressing(limit: 1 << 20)
    client.receive([0x82 | reserved << 4, 127] + [0x7F] + [UInt8](repeating: 0xFF, count: 7))
    #expect(client.closure?.error == .messageTooLarge(limit: 1 << 20))
  }

  @Test("A message that does not compress, in frames that are each flushed, has the room that takes")
  func incompressible() throws {
    var random = SeededGenerator(seed: 7)
    let deflater = try #require(ZlibDeflater(windowBits: 15))
    let message = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    var client = try MachineDriver.compressing(limit: message.count)
    var frames: [WireFrame] = []
    for start in stride(from: 0, to: message.count, by: 100) {
      var payload: [UInt8] = []
      #expect(deflater.deflate(Array(message[start..<start + 100]), into: &payload))
      let isLast = start + 100 == message.count
      if !isLast { payload += Self.emptyBlock.dropFirst() }
      frames.append(
        start == 0
          ? Self.compressed(payload, opcode: 2, isFinal: false) : .more(bytes: payload, isFinal: isLast))
    }
    client.receive(frames)
    #expect(client.closure == nil)
    #expect(client.events == [.binary(message[...])])
  }

  @Test("The limit counts what all frames inflate to, and starts afresh with each message")
  func limitOfFragments() throws {
    let deflater = try #require(ZlibDeflater(windowBits: 15))
    var client = try MachineDriver.compressing(limit: 1_000)
    for _ in 0..<50 {
      var payload: [UInt8] = []
      #expect(deflater.deflate([UInt8](repeating: 7, count: 1_000), into: &payload))
      client.receive([
        Self.compressed(Array(payload.prefix(3)), opcode: 2, isFinal: false),
        .more(bytes: Array(payload.dropFirst(3)), isFinal: true),
      ])
    }
    #expect(client.events.count == 50 && client.closure == nil)
  }

  @Test("Many messages that inflate a thousandfold are handed on in portions")
  func bombs() throws {
    let deflater = try #require(ZlibDeflater(windowBits: 15))
    var bytes: [UInt8] = []
    for _ in 0..<40 {
      var payload: [UInt8] = []
      #expect(deflater.deflate([UInt8](repeating: 0, count: 1 << 16), into: &payload))
      bytes += Self.compressed(payload, opcode: 2).bytes
    }
    var client = try MachineDriver.compressing(limit: 1 << 16)
    var turns: [Int] = []
    var events = client.machine.receive(bytes, using: &client.random)
    turns.append(events.count)
    while client.machine.hasInput {
      events = client.machine.receive([], using: &client.random)
      turns.append(events.count)
    }
    #expect(turns == [Int](repeating: 2, count: 20))
  }

  @Test(
    "Client and server understand each other on all terms, whatever is sent and however it is split",
    arguments: [
      "", "; server_no_context_takeover", "; client_no_context_takeover", "; server_max_window_bits=8",
      "; server_max_window_bits=9", "; server_no_context_takeover; client_no_context_takeover",
    ])
  func backToBack(parameters: String) throws {
    var (server, answer) = try MachineDriver.compressingServer(offered: "permessage-deflate" + parameters)
    var client = try MachineDriver.compressing(try #require(answer))
    var random = SeededGenerator(seed: 3)
    var expected: [WebSocketEvent] = []
    for size in [0, 31, 32, 33, 200, 5_000, 70_000, 400] {
      let text = Array(String(repeating: "price \(size) π", count: size / 10 + 1).utf8)
      let noise = random.bytes(size)
      expected += [.text(text[...]), .binary(noise[...])]
      client.machine.send(text: text, using: &client.random)
      client.machine.send(binary: noise, using: &client.random)
      server.machine.send(text: text, using: &server.random)
      server.machine.send(binary: noise, using: &server.random)
    }
    client.settle()
    server.settle()
    for piece in random.split(client.sent, largest: 900) { server.receive(piece) }
    for piece in random.split(server.sent, largest: 900) { client.receive(piece) }
    #expect(server.events == expected)
    #expect(client.events == expected)
  }

  @Test("What repeats is sent in fewer bytes, control frames and short messages as they are")
  func smaller() throws {
    var client = try MachineDriver.compressing()
    let message = String(repeating: "{\"symbol\":\"ACME\"}", count: 100)
    client.send(message)
    #expect(client.sent.count < message.utf8.count / 10)
    client.forget()
    client.send("short")
    client.machine.ping([UInt8](repeating: 1, count: 100), using: &client.random)
    client.settle()
    let frames = try #require(WireFrame.parse(client.sent))
    #expect(frames.map(\.reserved) == [0, 0])
  }

  @Test("A window of 256 bytes, which zlib cannot keep to, is met by not compressing")
  func smallestWindow() throws {
    var client = try MachineDriver.compressing("permessage-deflate; client_max_window_bits=8")
    let message = String(repeating: "a", count: 1_000)
    client.send(message)
    #expect(try client.sentFrames == ["text \(message)"])
    #expect(try #require(WireFrame.parse(client.sent)).map(\.reserved) == [0])
  }
}
