import Testing

@testable import TapeWebSocket

@Suite struct ClientHandshakeTests {
  @Test("The request is the one of RFC 6455 §1.2")
  func request() throws {
    let driver = try MachineDriver.connecting(headers: [
      HTTPHeader(name: "Origin", value: "http://example.com")
    ])
    #expect(
      String(decoding: driver.sent, as: UTF8.self)
        == Wire.head([
          "GET /chat HTTP/1.1", "Host: server.example.com", "Upgrade: websocket", "Connection: Upgrade",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
          "Origin: http://example.com",
        ]))
    #expect(driver.machine.phase == .opening)
  }

  @Test(
    "The Host header names the port only when it is not the scheme's default, and puts IPv6 in brackets",
    arguments: [
      ("ws://a.test/", "a.test"), ("ws://a.test:80/", "a.test"), ("ws://a.test:443/", "a.test:443"),
      ("wss://a.test", "a.test"), ("wss://a.test:443", "a.test"), ("wss://a.test:80", "a.test:80"),
      ("ws://[::1]/", "[::1]"), ("ws://[2001:db8::1]:9001/", "[2001:db8::1]:9001"),
      ("http://a.test:9001", "a.test:9001"),
    ])
  func host(url: String, host: String) throws {
    let sent = String(decoding: try MachineDriver.connecting(to: url).sent, as: UTF8.self)
    #expect(sent.contains("\r\nHost: \(host)\r\n"))
  }

  @Test("A header's value cannot end its line, and the handshake's own headers cannot be replaced")
  func headers() throws {
    let driver = try MachineDriver.connecting(headers: [
      HTTPHeader(name: "Authorization", value: "Bearer x\r\nEvil: 1"),
      HTTPHeader(name: "HOST", value: "other"),
      HTTPHeader(name: "Sec-WebSocket-Extensions", value: "permessage-deflate"),
    ])
    let sent = String(decoding: driver.sent, as: UTF8.self)
    #expect(sent.contains("\r\nAuthorization: Bearer x  Evil: 1\r\n"))
    #expect(!sent.contains("other"))
    #expect(!sent.contains("deflate"))
  }

  @Test(
    "A valid answer opens the connection, however its headers are written",
    arguments: [
      Wire.acceptance,
      Wire.head([
        "HTTP/1.1 101", "upgrade: WebSocket", "CONNECTION: keep-alive, upgrade",
        "sec-websocket-accept: \(Wire.accept)",
      ]),
      Wire.head([
        "HTTP/1.1 101 Switching Protocols", "Upgrade: h2c", "Upgrade: websocket", "Connection: keep-alive",
        "Connection: ,Upgrade,", "Sec-WebSocket-Accept:   \(Wire.accept)\t", "Sec-WebSocket-Extensions:",
      ]),
    ])
  func accepted(response: String) throws {
    var driver = try MachineDriver.connecting()
    driver.receive(Array(response.utf8))
    guard case .opened(let head) = try #require(driver.events.first) else {
      Issue.record("\(driver.events)")
      return
    }
    #expect(head.status == 101)
    #expect(driver.machine.phase == .open)
  }

  @Test(
    "An answer that breaks a rule of RFC 6455 §4.1 fails the connection",
    arguments: [
      (["Upgrade: websocket", "Connection: Upgrade"], "Sec-WebSocket-Accept does not match"),
      (
        ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: S3pPLMBiTxaQ9kYGzzhZRbK+xOo="],
        "Sec-WebSocket-Accept does not match"
      ),
      (
        [
          "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: \(Wire.accept)",
          "Sec-WebSocket-Accept: \(Wire.accept)",
        ], "Sec-WebSocket-Accept does not match"
      ),
      (["Connection: Upgrade", "Sec-WebSocket-Accept: \(Wire.accept)"], "the Upgrade header"),
      (
        ["Upgrade: h2c", "Connection: Upgrade", "Sec-WebSocket-Accept: \(Wire.accept)"], "the Upgrade header"
      ),
      (["Upgrade: websocket", "Sec-WebSocket-Accept: \(Wire.accept)"], "the Connection header"),
      (
        ["Upgrade: websocket", "Connection: close", "Sec-WebSocket-Accept: \(Wire.accept)"],
        "the Connection header"
      ),
      (
        [
          "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: \(Wire.accept)",
          "Sec-WebSocket-Extensions: permessage-deflate",
        ], "an extension that was not asked for"
      ),
      (
        [
          "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: \(Wire.accept)",
          "Sec-WebSocket-Protocol: chat",
        ], "a subprotocol that was not asked for"
      ),
    ])
  func invalid(headers: [String], rule: String) throws {
    var driver = try MachineDriver.connecting()
    driver.forget()
    driver.receive(Array(Wire.head(["HTTP/1.1 101 Switching Protocols"] + headers).utf8))
    #expect(driver.events.count == 1)
    let closure = try #require(driver.closure)
    #expect(closure.code == 1006)
    #expect(!closure.isClean)
    guard case .invalidHandshake(let text) = closure.error else {
      Issue.record("\(closure)")
      return
    }
    #expect(text.contains(rule))
    #expect(driver.machine.phase == .finished)
    #expect(driver.sent.isEmpty)
  }

  @Test("An upgrade over HTTP/1.0 is refused")
  func oldVersion() throws {
    var driver = try MachineDriver.connecting()
    driver.receive(Array(Wire.acceptance.replacing("HTTP/1.1", with: "HTTP/1.0").utf8))
    #expect(driver.closure?.error == .invalidHandshake("the answer is not HTTP/1.1 (RFC 6455 §4.1)"))
  }

  @Test(
    "A subprotocol that was asked for is accepted, another one is not",
    arguments: [("b", true), ("c", false)])
  func subprotocol(chosen: String, isAccepted: Bool) throws {
    var driver = try MachineDriver.connecting(headers: [
      HTTPHeader(name: "Sec-WebSocket-Protocol", value: "a, b")
    ])
    let headers = ["Sec-WebSocket-Accept: \(Wire.accept)", "Sec-WebSocket-Protocol: \(chosen)"]
    driver.receive(Array(Wire.response(headers).utf8))
    #expect((driver.machine.phase == .open) == isAccepted)
  }

  @Test(
    "Another status refuses the connection with its head; the body is ignored",
    arguments: [200, 301, 401, 429, 503])
  func refused(status: Int) throws {
    var driver = try MachineDriver.connecting()
    let head = Wire.head(["HTTP/1.0 \(status) No", "retry-after: 7", "Content-Length: 4"])
    driver.receive(Array((head + "body").utf8))
    driver.receive(Array("more".utf8))
    driver.receiveEnd()
    #expect(driver.events.count == 1)
    guard case .refused(let response) = driver.closure?.error else {
      Issue.record("\(driver.events)")
      return
    }
    #expect(response.status == status)
    #expect(response["Retry-After"] == "7")
    #expect(driver.machine.phase == .finished)
  }

  @Test("Five interim responses are skipped, the sixth fails the connection", arguments: [0, 1, 5, 6])
  func interim(count: Int) throws {
    var driver = try MachineDriver.connecting()
    let interim = String(repeating: Wire.head(["HTTP/1.1 103 Early Hints", "Link: x"]), count: count)
    driver.receive(Array((interim + Wire.acceptance).utf8))
    #expect(driver.machine.phase == (count <= 5 ? .open : .finished))
  }

  @Test("Frames behind the 101 in the same read are kept")
  func leftover() throws {
    var driver = try MachineDriver.connecting()
    driver.receive(
      Array(Wire.acceptance.utf8) + [WireFrame.text("first"), .ping("p"), .text("second")].bytes)
    #expect(
      Array(driver.events.dropFirst()) == [
        .text(Array("first".utf8)[...]), .ping(Array("p".utf8)[...]), .text(Array("second".utf8)[...]),
      ])
  }

  @Test("A handshake without end fails at its limit")
  func tooLarge() throws {
    var driver = try MachineDriver.connecting()
    driver.receive(Array("HTTP/1.1 101 Switching Protocols\r\n".utf8))
    for _ in 0..<5_000 where driver.closure == nil { driver.receive(Array("A: b\r\n".utf8)) }
    #expect(driver.closure?.error == .handshakeTooLarge(limit: 16 << 10))
    #expect(driver.events.count == 1)
  }

  @Test(
    "What answers with TLS is named at once, however its bytes come",
    arguments: [[[0x15, 3, 3, 0, 2, 2, 10]], [[0x15], [3, 3]], [[0x16, 3, 1]]] as [[[UInt8]]])
  func tls(pieces: [[UInt8]]) throws {
    var driver = try MachineDriver.connecting()
    for piece in pieces { driver.receive(piece) }
    #expect(driver.events == [.closed(.abnormal(.speaksTLS))])
  }

  @Test(
    "An end in the handshake is no answer, a failure a lost connection",
    arguments: [nil, "Connection reset by peer"])
  func lost(reason: String?) throws {
    var driver = try MachineDriver.connecting()
    driver.receive(Array("HTTP/1.1 101".utf8))
    driver.receiveEnd(reason: reason)
    driver.receiveEnd(reason: reason)
    #expect(
      driver.events == [
        .closed(
          WebSocketClosure(
            code: 1006, reason: "", isClean: false,
            error: reason.map { .connectionLost(reason: $0) } ?? .noAnswer))
      ])
  }

  @Test("Nothing is sent before the connection is open; a close then ends it")
  func early() throws {
    var driver = try MachineDriver.connecting()
    driver.forget()
    driver.send("too early")
    driver.close(code: 1000)
    #expect(driver.sent.isEmpty)
    #expect(driver.machine.phase == .finished)
    driver.receiveEnd()
    #expect(driver.events == [.closed(WebSocketClosure(code: 1006, reason: "", isClean: false, error: nil))])
  }
}
