import TapeTestSupport
import Testing

@testable import TapeWebSocket

/// Section 7 of the suite: close frames, their codes and reasons, and what comes after them.
@Suite struct CloseConformanceTests {
  private typealias Outcome = ConformanceRig.Outcome

  @Test("7.7.*, 7.9.* Each code that may be sent is echoed, and every other one fails")
  func codes() throws {
    let allowed = Set<UInt16>(1000...1003).union(1007...1014).union(3000...4999)
    let codes =
      Array<UInt16>(0...10) + Array(990...1030) + [
        1100, 1999, 2000, 2999, 3000, 3999, 4000, 4999, 5000, 65_535,
      ]
    for code in codes {
      let outcome = try ConformanceRig.play([.text("a"), .close(code)], seeds: 0..<1)
      #expect(
        outcome
          == (allowed.contains(code)
            ? Outcome(sent: ["text a", "close \(code)"], end: "clean")
            : Outcome(sent: ["text a", "close 1002"], end: "violation")),
        "code \(code)")
    }
  }

  @Test(
    "7.1.*, 7.3.5 Nothing is heard or said after a close frame, also within a message",
    arguments: [
      [.close(1000), .text("a")], [.close(1000), .ping()], [.close(1000), .close(1001)],
      [.close(1000), WireFrame(opcode: 15)],
      [.text("a", isFinal: false), .close(1000), .more("b", isFinal: true)],
      [.close(1000, String(repeating: "*", count: 123)), .ping()],
    ] as [[WireFrame]])
  func after(frames: [WireFrame]) throws {
    #expect(try ConformanceRig.play(frames) == Outcome(sent: ["close 1000"], end: "clean"))
  }

  @Test("7.3.* An empty close is answered with an empty one, one byte is a violation")
  func short() throws {
    #expect(try ConformanceRig.play([.close()]) == Outcome(sent: ["close"], end: "clean"))
    #expect(
      try ConformanceRig.play([.close(bytes: [3])]) == Outcome(sent: ["close 1002"], end: "violation"))
  }

  @Test(
    "7.5.1 A reason that is no UTF-8 fails", arguments: [[0xCE], [0xED, 0xA0, 0x80], [0xFF]] as [[UInt8]])
  func reason(bytes: [UInt8]) throws {
    #expect(
      try ConformanceRig.play([.close(bytes: [0x03, 0xE8] + bytes)])
        == Outcome(sent: ["close 1007"], end: "UTF-8"))
  }
}
