import TapeTestSupport
import Testing

@testable import TapeWebSocket

@Suite struct FrameDecoderTests {
  /// Hello, as RFC 6455 §5.7 prints it.
  static let hello: [UInt8] = [0x48, 0x65, 0x6C, 0x6C, 0x6F]

  @Test("The unmasked examples of RFC 6455 §5.7 are read")
  func examples() throws {
    var client = try MachineDriver.client()
    client.receive([0x81, 0x05] + Self.hello)
    client.receive([0x01, 0x03, 0x48, 0x65, 0x6C] + [0x80, 0x02, 0x6C, 0x6F])
    client.receive([0x89, 0x05] + Self.hello)
    client.receive([0x82, 0x7E, 0x01, 0x00] + [UInt8](repeating: 7, count: 256))
    client.receive([0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 8, count: 65_536))
    #expect(
      client.events == [
        .text(Self.hello[...]), .text(Self.hello[...]), .ping(Self.hello[...]),
        .binary([UInt8](repeating: 7, count: 256)[...]), .binary([UInt8](repeating: 8, count: 65_536)[...]),
      ])
  }

  @Test("The masked examples of RFC 6455 §5.7 are read")
  func maskedExamples() throws {
    var server = try MachineDriver.server()
    server.receive([0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
    server.receive([0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
    #expect(server.events == [.text(Self.hello[...]), .pong(Self.hello[...])])
  }

  @Test("A message that lies whole in a read is a slice of it in the client role")
  func slices() throws {
    var client = try MachineDriver.client()
    let read = [WireFrame.text("one"), .text("two")].bytes
    client.receive(read)
    guard case .text(let second) = client.events.last else {
      Issue.record("\(client.events)")
      return
    }
    #expect(second.startIndex == 7)
    let isShared = second.withUnsafeBufferPointer { slice in
      read.withUnsafeBufferPointer { $0.baseAddress.map { $0 + 7 } == slice.baseAddress }
    }
    #expect(isShared)
  }

  @Test(
    "Lengths on both sides of each form's end are read",
    arguments: [0, 1, 125, 126, 127, 65_535, 65_536, 1 << 20])
  func lengths(length: Int) throws {
    var random = SeededGenerator(seed: UInt64(length))
    let payload = random.bytes(length)
    var client = try MachineDriver.client()
    client.receive([.binary(payload)])
    var server = try MachineDriver.server()
    server.receive([WireFrame.binary(payload).masked()])
    #expect(client.events == [.binary(payload[...])])
    #expect(server.events == [.binary(payload[...])])
  }

  @Test(
    "A header that breaks RFC 6455 §5 fails the connection with 1002",
    arguments: [
      ("reserved bit 1", [WireFrame(opcode: 1, reserved: 4)].bytes),
      ("reserved bit 2", [WireFrame(opcode: 1, reserved: 2)].bytes),
      ("reserved bit 3", [WireFrame(opcode: 8, reserved: 1)].bytes),
      ("opcode 3", [WireFrame(opcode: 3)].bytes),
      ("opcode 7", [WireFrame(opcode: 7)].bytes),
      ("opcode 11", [WireFrame(opcode: 11)].bytes),
      ("opcode 15", [WireFrame(opcode: 15)].bytes),
      ("fragmented ping", [WireFrame(opcode: 9, isFinal: false)].bytes),
      ("fragmented close", [WireFrame(opcode: 8, isFinal: false)].bytes),
      ("long ping", [WireFrame(opcode: 9, payload: [UInt8](repeating: 0, count: 126))].bytes),
      ("long pong", [WireFrame(opcode: 10, payload: [UInt8](repeating: 0, count: 70_000))].bytes),
      ("125 in two bytes", [WireFrame(opcode: 2, length: 125, lengthSize: 2)].bytes),
      ("0 in eight bytes", [WireFrame(opcode: 2, length: 0, lengthSize: 8)].bytes),
      ("65535 in eight bytes", [WireFrame(opcode: 2, length: 65_535, lengthSize: 8)].bytes),
      ("2^63", [WireFrame(opcode: 2, length: 1 << 63)].bytes),
      ("2^64 - 1", [WireFrame(opcode: 2, length: .max)].bytes),
      ("masked by the server", [WireFrame.text("x").masked()].bytes),
    ])
  func violations(name: String, bytes: [UInt8]) throws {
    var client = try MachineDriver.client()
    client.receive(bytes)
    guard case .protocolViolation = client.closure?.error else {
      Issue.record("\(client.events)")
      return
    }
    #expect(try client.sentFrames == ["close 1002"])
    #expect(client.machine.phase == .finished)
  }

  @Test(
    "A bad header is refused at its second byte",
    arguments: [[0xC1, 0x05], [0x83, 0x7F], [0x89, 0x7E], [0x81, 0xFE]])
  func early(bytes: [UInt8]) throws {
    var client = try MachineDriver.client()
    client.receive(bytes)
    #expect(client.closure != nil)
  }

  @Test("A client's frame without a mask fails the connection with 1002")
  func unmasked() throws {
    var server = try MachineDriver.server()
    server.receive([0x81, 0x05])
    #expect(try server.sentFrames == ["close 1002"])
    #expect(server.machine.phase == .finished)
  }
}
