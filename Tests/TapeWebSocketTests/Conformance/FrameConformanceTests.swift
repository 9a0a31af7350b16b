import TapeTestSupport
import Testing

@testable import TapeWebSocket

/// Sections 1 to 5, 9 and 10 of the suite: every size of frame, control frames, reserved bits and opcodes, fragments.
@Suite struct FrameConformanceTests {
  private typealias Outcome = ConformanceRig.Outcome

  @Test(
    "1.*, 9.*, 10.* A message of any size comes back with its content, however it arrives",
    arguments: [0, 1, 125, 126, 127, 128, 65_535, 65_536, 70_000])
  func sizes(size: Int) throws {
    // Printing characters in an order that does not repeat soon.
    let letters = (0..<size).map { (place: Int) -> UInt8 in UInt8(0x20 + (place * 7 + place / 95) % 95) }
    let text = String(decoding: letters, as: UTF8.self)
    let largest = max(7, size / 20)
    let end = size == 0 ? "" : " " + text
    #expect(
      try ConformanceRig.play([.text(text), .binary(letters)], largest: largest)
        == Outcome(sent: ["text" + end, "binary" + end], end: nil))
  }

  @Test("2.* Pings up to 125 bytes are answered with their payload, longer ones refused")
  func pings() throws {
    for size in [0, 1, 124, 125] {
      let payload = String(repeating: "p", count: size)
      #expect(
        try ConformanceRig.play([.ping(payload)]).sent == [size == 0 ? "pong" : "pong \(payload)"])
    }
    for opcode in [8, 9, 10] as [UInt8] {
      let long = WireFrame(opcode: opcode, payload: [UInt8](repeating: 3, count: 126))
      #expect(try ConformanceRig.play([long]) == Outcome(sent: ["close 1002"], end: "violation"))
    }
  }

  @Test("3.* Every reserved bit fails any frame, after what came before it was echoed", arguments: 1...7)
  func reservedBits(bits: UInt8) throws {
    for opcode in [0, 1, 2, 8, 9, 10] as [UInt8] {
      #expect(
        try ConformanceRig.play([.text("a"), WireFrame(opcode: opcode, reserved: bits), .ping()])
          == Outcome(sent: ["text a", "close 1002"], end: "violation"))
    }
  }

  @Test("4.* Every reserved opcode fails, empty or not", arguments: [3, 4, 5, 6, 7, 11, 12, 13, 14, 15])
  func reservedOpcodes(opcode: UInt8) throws {
    for payload in [[], [0x41]] as [[UInt8]] {
      #expect(
        try ConformanceRig.play([.text("a"), WireFrame(opcode: opcode, payload: payload), .ping()])
          == Outcome(sent: ["text a", "close 1002"], end: "violation"))
    }
  }

  @Test("5.* Control frames are never fragmented", arguments: [8, 9, 10] as [UInt8])
  func fragmentedControl(opcode: UInt8) throws {
    #expect(
      try ConformanceRig.play([WireFrame(opcode: opcode, isFinal: false), .more("", isFinal: true)])
        == Outcome(sent: ["close 1002"], end: "violation"))
  }

  @Test("5.*, 9.3.*, 9.4.* Fragments of any size make one message, pings between them are answered at once")
  func fragments() throws {
    let text = String(repeating: "0123456789abcdef", count: 64)
    for size in [1, 64, 256, 1_000] {
      let parts = stride(from: 0, to: text.count, by: size).map { start in
        String(text.dropFirst(start).prefix(size))
      }
      var frames: [WireFrame] = [.text("", isFinal: false)]
      var sent: [String] = []
      for (place, part) in parts.enumerated() {
        frames.append(.more(part, isFinal: false))
        if place < 3 {
          frames.append(.ping("\(place)"))
          sent.append("pong \(place)")
        }
      }
      frames.append(.more("", isFinal: true))
      #expect(
        try ConformanceRig.play(frames, largest: 40) == Outcome(sent: sent + ["text " + text], end: nil))
    }
  }

  @Test(
    "5.* A continuation of nothing and a message in a message fail",
    arguments: [
      [.more("a", isFinal: true)], [.more("a", isFinal: false)], [.more("", isFinal: true)],
      [.text("a", isFinal: false), .text("b")], [.text("a", isFinal: false), .binary([1], isFinal: false)],
      [.text("a", isFinal: false), .ping(), .text("b")],
    ] as [[WireFrame]])
  func order(frames: [WireFrame]) throws {
    let outcome = try ConformanceRig.play(frames)
    #expect(outcome.sent.last == "close 1002" && outcome.end == "violation")
  }

  @Test("10.* A length in a longer form, or with its highest bit, fails")
  func lengths() throws {
    for (length, size) in [(5, 2), (125, 8), (65_535, 8), (1 << 63, 8), (.max, 8)] as [(UInt64, Int)] {
      let frame = WireFrame(opcode: 2, length: length, lengthSize: size)
      #expect(try ConformanceRig.play([frame]).end == "violation")
    }
  }
}
