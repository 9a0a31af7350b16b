import TapeTestSupport
import Testing

@testable import TapeWebSocket

@Suite struct FrameEncoderTests {
  @Test(
    "Lengths are in their shortest form",
    arguments: [
      (0, [0x82, 0]), (125, [0x82, 125]), (126, [0x82, 126, 0, 126]), (127, [0x82, 126, 0, 127]),
      (65_535, [0x82, 126, 255, 255]), (65_536, [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
    ] as [(Int, [UInt8])])
  func lengths(length: Int, header: [UInt8]) throws {
    var server = try MachineDriver.server()
    let payload = [UInt8](repeating: 9, count: length)
    server.machine.send(binary: payload, using: &server.random)
    #expect(server.machine.takeOutput() == header + payload)
  }

  @Test("A client's frame is the masked example of RFC 6455 §5.7, given its key")
  func example() throws {
    struct Fixed: RandomNumberGenerator {
      func next() -> UInt64 { 0x3D21_FA37 }
    }
    var fixed = Fixed()
    var client = try MachineDriver.client()
    client.machine.send(text: Array("Hello".utf8), using: &fixed)
    #expect(
      client.machine.takeOutput() == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
  }

  @Test("Every frame of a client has a fresh mask, and a server's have none")
  func masks() throws {
    var client = try MachineDriver.client()
    for _ in 0..<100 { client.send("x") }
    let masks = try #require(WireFrame.parse(client.sent)).map(\.mask)
    #expect(Set(masks.compactMap { $0 }).count == 100)
    var server = try MachineDriver.server()
    server.send("x")
    #expect(try #require(WireFrame.parse(server.sent)).map(\.mask) == [nil])
  }

  @Test("A payload of a ping or pong is cut to 125 bytes")
  func control() throws {
    var client = try MachineDriver.client()
    client.machine.ping([UInt8](repeating: 1, count: 126), using: &client.random)
    client.machine.pong([UInt8](repeating: 2, count: 125), using: &client.random)
    client.settle()
    #expect(try #require(WireFrame.parse(client.sent)).map(\.payload.count) == [125, 125])
  }

  @Test("Word-wise masking equals masking byte by byte at every place and offset")
  func equivalence() {
    var random = SeededGenerator(seed: 3)
    let mask = FrameMask(key: 0x3D21_FA37)
    for length in 0..<40 {
      for start in 0..<9 {
        for offset in 0..<5 {
          let plain = random.bytes(start + length)
          var masked = plain
          mask.apply(to: &masked, from: start, offset: UInt64(offset))
          let expected = plain.enumerated().map { index, byte in
            index < start ? byte : byte ^ mask.bytes[(index - start + offset) % 4]
          }
          #expect(masked == expected)
        }
      }
    }
  }
}
