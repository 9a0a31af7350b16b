import Testing

@testable import TapeWebSocket

@Suite struct ClosingTests {
  @Test("A client that closes waits for the server's close, and for it to end TCP")
  func clientCloses() throws {
    var client = try MachineDriver.client()
    client.close(code: 1000, reason: "done")
    #expect(try client.sentFrames == ["close 1000 done"])
    #expect(client.machine.phase == .closing)
    client.receive([.text("late"), .close(1000)])
    #expect(client.machine.phase == .closing)
    client.receiveEnd()
    #expect(
      client.events == [
        .text(Array("late".utf8)[...]),
        .closed(WebSocketClosure(code: 1000, reason: "", isClean: true, error: nil)),
      ])
    #expect(client.machine.phase == .finished)
    #expect(try client.sentFrames == ["close 1000 done"])
  }

  @Test("A reset after both closes is a clean end")
  func reset() throws {
    var client = try MachineDriver.client()
    client.receive([.close(1001)])
    client.receiveEnd(reason: "Connection reset by peer")
    #expect(client.closure == WebSocketClosure(code: 1001, reason: "", isClean: true, error: nil))
  }

  @Test("A server that closes is done when the client's close comes")
  func serverCloses() throws {
    var server = try MachineDriver.server()
    server.close(code: 4401, reason: "expired")
    #expect(server.machine.phase == .closing)
    server.receive([WireFrame.close(4401).masked()])
    #expect(server.events == [.closed(WebSocketClosure(code: 4401, reason: "", isClean: true, error: nil))])
    #expect(server.machine.phase == .finished)
    #expect(try server.sentFrames == ["close 4401 expired"])
  }

  @Test("A server answers a close in settle, and is done then")
  func serverAnswers() throws {
    var server = try MachineDriver.server()
    let events = server.machine.receive([WireFrame.close(1001).masked()].bytes, using: &server.random)
    #expect(events == [.closed(WebSocketClosure(code: 1001, reason: "", isClean: true, error: nil))])
    #expect(server.machine.phase == .closing)
    #expect(!server.machine.hasOutput)
    server.settle()
    #expect(server.machine.phase == .finished)
    #expect(try server.sentFrames == ["close 1001"])
  }

  @Test("What the owner sends for earlier messages goes before the answer to a close, and nothing after it")
  func order() throws {
    var client = try MachineDriver.client(echoes: true)
    client.receive([.text("a"), .binary([0x62]), .close(1000), .text("ignored"), .ping("ignored")])
    client.send("too late")
    client.machine.ping([], using: &client.random)
    client.close(code: 1000)
    client.settle()
    #expect(try client.sentFrames == ["text a", "binary b", "close 1000"])
    client.receive([.text("ignored")])
    client.receiveEnd()
    #expect(client.events.count == 3)
  }

  @Test("Nothing is sent after our close, not even a pong")
  func silence() throws {
    var client = try MachineDriver.client()
    client.close(code: 1000)
    client.send("x")
    client.machine.pong([], using: &client.random)
    client.close(code: 1001)
    client.receive([.ping("p")])
    #expect(try client.sentFrames == ["close 1000"])
    #expect(client.events == [.ping(Array("p".utf8)[...])])
  }

  @Test("A close in the middle of a message is answered normally")
  func inMessage() throws {
    var client = try MachineDriver.client()
    client.receive([.text("half", isFinal: false), .close(1000), .more("rest", isFinal: true)])
    client.receiveEnd()
    #expect(try client.sentFrames == ["close 1000"])
    #expect(client.events == [.closed(WebSocketClosure(code: 1000, reason: "", isClean: true, error: nil))])
  }

  @Test(
    "An end without a close is a lost connection", arguments: [nil, "Connection timed out"], [true, false])
  func lost(reason: String?, isClosing: Bool) throws {
    var client = try MachineDriver.client()
    if isClosing { client.close(code: 1000) }
    client.receive([0x81, 0x05, 0x48])
    client.receiveEnd(reason: reason)
    client.receiveEnd(reason: reason)
    client.fail(.aborted)
    #expect(
      client.events == [
        .closed(
          WebSocketClosure(
            code: 1006, reason: "", isClean: false,
            error: .connectionLost(reason: reason ?? "the peer ended the connection without a close frame")))
      ])
    #expect(client.machine.phase == .finished)
  }

  @Test("A bad frame after our close ends it without a second close")
  func failureWhileClosing() throws {
    var client = try MachineDriver.client()
    client.close(code: 1000)
    client.receive([WireFrame(opcode: 3)])
    #expect(client.closure?.error == .protocolViolation("opcode 3 is reserved (RFC 6455 §5.2)"))
    #expect(try client.sentFrames == ["close 1000"])
    #expect(client.machine.phase == .finished)
  }

  @Test(
    "A failure of the driver's is said once; only one with a close code is told to the peer",
    arguments: [
      (WebSocketError.aborted, []), (.sendStalled, []),
      (.protocolViolation("100 bad messages"), ["close 1002"]),
      (.invalidUTF8, ["close 1007"]), (.messageTooLarge(limit: 1), ["close 1009"]),
    ] as [(WebSocketError, [String])])
  func fails(error: WebSocketError, sent: [String]) throws {
    var client = try MachineDriver.client()
    client.fail(error)
    client.fail(.aborted)
    client.receive([.text("ignored")])
    client.receiveEnd()
    #expect(
      client.events == [
        .closed(WebSocketClosure(code: 1006, reason: "", isClean: false, error: error))
      ])
    #expect(try client.sentFrames == sent)
    #expect(client.machine.phase == .finished)
  }

  @Test("A close timeout keeps the code that the peer gave")
  func closeTimeout() throws {
    var client = try MachineDriver.client()
    client.receive([.close(1001, "bye")])
    client.fail(.closeTimeout)
    #expect(
      client.events == [
        .closed(WebSocketClosure(code: 1001, reason: "bye", isClean: false, error: .closeTimeout))
      ])
  }

  @Test("An open timeout sends nothing", arguments: [true, false])
  func openTimeout(isClient: Bool) throws {
    var driver = isClient ? try MachineDriver.connecting() : MachineDriver.listening()
    driver.forget()
    driver.fail(.openTimeout)
    #expect(driver.closure?.error == .openTimeout)
    #expect(driver.sent.isEmpty)
  }
}
