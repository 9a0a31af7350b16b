import TapeTestSupport
import Testing

@testable import TapeWebSocket

/// Section 6 of the suite: what UTF-8 is and what it is not (RFC 3629), whole, byte by byte and in fragments.
@Suite struct TextConformanceTests {
  private typealias Outcome = ConformanceRig.Outcome

  private static let validTexts: [[UInt8]] =
    [
      "", "Hello-µ@ßöäüàá-UTF-8!!", "κόσμε", "\u{0}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}",
      "\u{E000}",
      "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{10000}", "\u{1FFFE}", "\u{8FFFF}", "\u{FFFFF}", "\u{10FFFE}",
      "\u{10FFFF}",
    ].map { Array($0.utf8) }

  /// Each is refused at its last byte at the latest.
  private static let invalidTexts: [[UInt8]] =
    // Continuation bytes alone, bytes that no UTF-8 has, and first bytes followed by a space.
    [
      [0x80], [0xBF], [0x80, 0xBF], [0x80, 0xBF, 0x80, 0xBF], [0xC0], [0xC1], [0xFE], [0xFF],
      [0xFE, 0xFE, 0xFF, 0xFF],
    ]
    + (0xC0...0xFF).map { [$0, 0x20] }
    // Scalars that lack their last byte.
    + [[0xC2, 0x41], [0xDF, 0xC2], [0xE1, 0x80, 0x41], [0xEF, 0xBF, 0xC0], [0xF1, 0x80, 0x80, 0x41]]
    // Longer than needed.
    + [
      [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF],
      [0xF0, 0x8F, 0xBF, 0xBF],
      [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF8, 0x80, 0x80, 0x80, 0xAF],
      [0xFC, 0x80, 0x80, 0x80, 0x80, 0xAF],
    ]
    // Surrogates, alone and in pairs.
    + [
      [0xED, 0xA0, 0x80], [0xED, 0xAD, 0xBF], [0xED, 0xAE, 0x80], [0xED, 0xAF, 0xBF], [0xED, 0xB0, 0x80],
      [0xED, 0xBE, 0x80],
      [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80], [0xED, 0xAF, 0xBF, 0xED, 0xBF, 0xBF],
    ]
    // Above U+10FFFF.
    + [
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF7, 0xBF, 0xBF, 0xBF],
      [0xF8, 0x88, 0x80, 0x80, 0x80],
    ]

  @Test("6.* Valid text comes back, whole and with every byte in a frame of its own", arguments: validTexts)
  func comesBack(bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let sent = [text.isEmpty ? "text" : "text " + text]
    #expect(try ConformanceRig.play([.text(bytes: bytes)], largest: 2) == Outcome(sent: sent, end: nil))
    let frames = [.text("", isFinal: false)] + bytes.map { WireFrame.more(bytes: [$0], isFinal: false) }
    #expect(try ConformanceRig.play(frames + [.more("", isFinal: true)]) == Outcome(sent: sent, end: nil))
  }

  @Test(
    "6.* Text that is no UTF-8 fails when the offending byte comes, though the message goes on",
    arguments: invalidTexts)
  func isRefused(bytes: [UInt8]) throws {
    let refused = Outcome(sent: ["text good", "close 1007"], end: "UTF-8")
    #expect(try ConformanceRig.play([.text("good"), .text(bytes: bytes)], largest: 2) == refused)
    let open = WireFrame.text(bytes: Array("κόσμε".utf8) + bytes, isFinal: false)
    #expect(try ConformanceRig.play([.text("good"), open], largest: 2) == refused)
    // Within a frame that has not come whole.
    var client = try MachineDriver.client()
    client.receive(WireFrame(opcode: 1, length: 1_000).bytes + bytes)
    #expect(try client.sentFrames == ["close 1007"])
  }

  @Test("6.* A text that ends within a scalar fails at its end", arguments: 1...3)
  func unfinished(count: Int) throws {
    let bytes = Array("\u{10FFFF}".utf8.prefix(count))
    let refused = Outcome(sent: ["close 1007"], end: "UTF-8")
    #expect(try ConformanceRig.play([.text(bytes: bytes)], largest: 1) == refused)
    #expect(
      try ConformanceRig.play([.text(bytes: bytes, isFinal: false), .more("", isFinal: true)]) == refused)
    #expect(try ConformanceRig.play([.text(bytes: bytes, isFinal: false)]) == Outcome(sent: [], end: nil))
  }
}
