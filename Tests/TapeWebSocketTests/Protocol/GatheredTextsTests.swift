import TapeTestSupport
import Testing

@testable import TapeWebSocket

@Suite("Texts that come together")
struct GatheredTextsTests {
  private static func gathering() -> WebSocketConfiguration {
    var configuration = WebSocketConfiguration()
    configuration.gathersTexts = true
    configuration.maximumMessageSize = 1_000
    return configuration
  }

  @Test("Whole texts of one read are one event, a slice of the read each")
  func together() throws {
    var client = try MachineDriver.client(Self.gathering())
    let read = [WireFrame.text("one"), .text("two"), .ping("p"), .text("é")].bytes
    client.receive(read)
    #expect(
      client.events == [
        .texts(WebSocketTexts(bytes: read, ranges: [2..<5, 7..<10])), .ping(Array("p".utf8)[...]),
        .texts(WebSocketTexts(bytes: read, ranges: [15..<17])),
      ])
  }

  @Test("What comes is the same as without gathering, good or bad, however the reads fall")
  func sameAsAlone() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<400 {
      var bytes = (0..<Int.random(in: 1...12, using: &random)).flatMap { _ in Self.frame(using: &random) }
      if Bool.random(using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      var plain = Self.gathering()
      plain.gathersTexts = false
      var alone = try MachineDriver.client(plain)
      var together = try MachineDriver.client(Self.gathering())
      var rest = bytes[...]
      while !rest.isEmpty {
        let read = Array(rest.prefix(Int.random(in: 1...300, using: &random)))
        rest = rest.dropFirst(read.count)
        alone.receive(read)
        together.receive(read)
      }
      #expect(together.events.flatMap(\.oneByOne) == alone.events)
      #expect(together.sent == alone.sent)
    }
  }

  /// Mostly usual texts; beside them every other kind of frame, good and bad.
  private static func frame(using random: inout SeededGenerator) -> [UInt8] {
    let size = Int.random(in: 0...200, using: &random)
    let text = [UInt8](repeating: 0x61, count: size) + Array("é€😀".utf8.prefix(size % 10))
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return [0x01, 0x02, 0x61, 0x62, 0x80, 0x01, 0x63]
    case 1: return [0x89, 0x01, 0x70]
    case 2: return [0x82, 0x01, 0xFF]
    case 3: return [0x81, 0x7E, 0x00, 0x01, 0x61]
    case 4: return [0x81, 0x7E, 0x03, 0xE9] + [UInt8](repeating: 0x62, count: 1_001)
    default:
      let header = text.count < 126 ? [0x81, UInt8(text.count)] : [0x81, 126, 0, UInt8(text.count)]
      return header + text
    }
  }
}

extension WebSocketEvent {
  /// The event, or the events that it stands for.
  fileprivate var oneByOne: [WebSocketEvent] {
    guard case .texts(let texts) = self else { return [self] }
    return (0..<texts.count).map { .text(texts[$0]) }
  }
}
