import Testing

@testable import TapeWebSocket

@Suite struct ClosePayloadTests {
  static let allowed: [UInt16] = [
    1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4401, 4999,
  ]
  static let forbidden: [UInt16] = [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535]

  @Test("A close code that may be on the wire is answered with the same", arguments: allowed)
  func answersAllowed(code: UInt16) throws {
    var client = try MachineDriver.client()
    client.receive([.close(code, "why")])
    client.receiveEnd()
    #expect(
      client.events == [.closed(WebSocketClosure(code: code, reason: "why", isClean: true, error: nil))])
    #expect(try client.sentFrames == ["close \(code)"])
  }

  @Test("Another close code fails the connection with 1002", arguments: forbidden)
  func refusesForbidden(code: UInt16) throws {
    var client = try MachineDriver.client()
    client.receive([.close(code)])
    #expect(
      client.closure?.error
        == .protocolViolation("close code \(code) is not allowed in a frame (RFC 6455 §7.4)"))
    #expect(try client.sentFrames == ["close 1002"])
  }

  @Test("An empty close is answered with an empty one and reported as 1005")
  func empty() throws {
    var client = try MachineDriver.client()
    client.receive([.close()])
    client.receiveEnd()
    #expect(client.events == [.closed(WebSocketClosure(code: 1005, reason: "", isClean: true, error: nil))])
    #expect(try client.sentFrames == ["close"])
  }

  @Test(
    "A close payload of one byte fails with 1002, a reason that is not UTF-8 with 1007",
    arguments: [
      ([0x03], "close 1002"), ([0x03, 0xE8, 0xC3], "close 1007"), ([0x03, 0xE8, 0xFF, 0x41], "close 1007"),
    ]
      as [([UInt8], String)])
  func malformed(payload: [UInt8], answer: String) throws {
    var client = try MachineDriver.client()
    client.receive([.close(bytes: payload)])
    #expect(client.closure?.error != nil)
    #expect(try client.sentFrames == [answer])
    #expect(client.machine.phase == .finished)
  }

  @Test(
    "A reason of 123 bytes is taken, and a frame of 126 is refused", arguments: [(123, true), (124, false)])
  func longReason(length: Int, fits: Bool) throws {
    var client = try MachineDriver.client()
    client.receive([.close(1000, String(repeating: "x", count: length))])
    client.receiveEnd()
    #expect(client.closure?.isClean == fits)
  }

  @Test("A code that must not be sent gives an empty close", arguments: forbidden)
  func unsendable(code: UInt16) throws {
    var client = try MachineDriver.client()
    client.close(code: code, reason: "why")
    #expect(try client.sentFrames == ["close"])
  }

  @Test(
    "A reason is cut to 123 bytes between two scalars",
    arguments: [
      (String(repeating: "x", count: 123), 123), (String(repeating: "x", count: 200), 123),
      (String(repeating: "é", count: 100), 122), (String(repeating: "€", count: 100), 123),
      (String(repeating: "x", count: 121) + "😀", 121), (String(repeating: "x", count: 119) + "😀", 123),
      ("", 0),
    ])
  func cut(reason: String, length: Int) throws {
    var client = try MachineDriver.client()
    client.close(code: 4000, reason: reason)
    let frame = try #require(WireFrame.parse(client.sent)?.first)
    let sent = try #require(String(validating: frame.payload.dropFirst(2), as: UTF8.self))
    #expect(sent.utf8.count == length)
    #expect(reason.hasPrefix(sent))
  }
}
