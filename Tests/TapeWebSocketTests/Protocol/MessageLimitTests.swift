import Testing

@testable import TapeWebSocket

@Suite struct MessageLimitTests {
  private func limited(size: Int = 1 << 20, fragments: Int = 65_536) throws -> MachineDriver {
    var configuration = WebSocketConfiguration()
    configuration.maximumMessageSize = size
    configuration.maximumFragments = fragments
    return try MachineDriver.client(configuration)
  }

  @Test("A message of the limit is delivered")
  func atLimit() throws {
    var client = try limited()
    client.receive([.binary([UInt8](repeating: 1, count: 1 << 20))])
    #expect(client.events == [.binary([UInt8](repeating: 1, count: 1 << 20)[...])])
  }

  @Test(
    "A frame above the limit is refused with 1009 by its header alone",
    arguments: [(1 << 20) + 1, 1 << 62, .max >> 1] as [UInt64])
  func aboveLimit(length: UInt64) throws {
    var client = try limited()
    client.receive([WireFrame(opcode: 2, length: length)])
    #expect(client.closure?.error == .messageTooLarge(limit: 1 << 20))
    #expect(client.closure?.code == 1006)
    #expect(try client.sentFrames == ["close 1009"])
    #expect(client.machine.phase == .finished)
  }

  @Test(
    "The limit counts all fragments of a message, and a huge length on a continuation does not wrap",
    arguments: [
      (5, true), (6, false), (.max >> 1, false),
    ] as [(UInt64, Bool)])
  func fragments(length: UInt64, fits: Bool) throws {
    var client = try limited(size: 10)
    client.receive([.binary([1, 2, 3, 4, 5], isFinal: false)])
    client.receive(WireFrame(opcode: 0, length: length).bytes + (fits ? [6, 7, 8, 9, 10] : []))
    #expect(client.closure?.error == (fits ? nil : .messageTooLarge(limit: 10)))
    #expect(client.events.contains(.binary([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])) == fits)
  }

  @Test("The limit starts afresh with each message")
  func afresh() throws {
    var client = try limited(size: 10, fragments: 2)
    for _ in 0..<20_000 {
      client.receive([.text("12345", isFinal: false), .more("67890", isFinal: true)])
    }
    #expect(client.events.count == 20_000)
    #expect(client.closure == nil)
  }

  @Test("70,000 empty fragments are too many")
  func emptyFragments() throws {
    var client = try limited()
    let frames =
      [WireFrame.text("", isFinal: false)] + [WireFrame](repeating: .more("", isFinal: false), count: 69_999)
    client.receive(frames)
    #expect(client.closure?.error == .tooManyFragments(limit: 65_536))
    #expect(try client.sentFrames == ["close 1009"])
  }

  @Test("As many fragments as the limit are fine, empty ones among them")
  func manyFragments() throws {
    var client = try limited(fragments: 1_000)
    let middle = [WireFrame](repeating: .more("", isFinal: false), count: 998)
    client.receive([.text("a", isFinal: false)] + middle + [.more("b", isFinal: true)])
    #expect(client.events == [.text(Array("ab".utf8)[...])])
  }

  @Test("Control frames between fragments do not count")
  func controlFrames() throws {
    var client = try limited(fragments: 2)
    let pings = [WireFrame](repeating: .ping(), count: 10)
    client.receive([.text("a", isFinal: false)] + pings + [.more("b", isFinal: true)])
    #expect(client.events.last == .text(Array("ab".utf8)[...]))
  }
}
