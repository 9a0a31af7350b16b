import Testing

@testable import TapeWebSocket

@Suite struct ServerHandshakeTests {
  private static let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
  private static let version = "Sec-WebSocket-Version: 13"

  @Test("A request is reported once, and accepted with the value of RFC 6455 §1.3")
  func accepted() throws {
    var driver = MachineDriver.listening()
    driver.receive(Array(Wire.request.utf8))
    guard case .request(let request) = try #require(driver.events.first) else {
      Issue.record("\(driver.events)")
      return
    }
    #expect(request.method == "GET")
    #expect(request.target == "/chat")
    #expect(request["host"] == "server.example.com")
    #expect(driver.machine.phase == .opening)

    let isAccepted = driver.machine.accept(headers: [HTTPHeader(name: "Server", value: "tape")])
    driver.settle()
    #expect(isAccepted)
    #expect(
      String(decoding: driver.sent, as: UTF8.self)
        == Wire.response(["Sec-WebSocket-Accept: \(Wire.accept)", "Server: tape"]))
    #expect(driver.machine.phase == .open)
    #expect(driver.events.count == 1)
  }

  @Test(
    "A request that is no valid upgrade is answered with 400 or 426",
    arguments: [
      (Wire.head(["GET / HTTP/1.1", "Host: a"]), 426),
      (Wire.request([key]), 426),
      (Wire.request([key, "Sec-WebSocket-Version: 8"]), 426),
      (Wire.request([version]), 400),
      (Wire.request([key, key, version]), 400),
      (Wire.request(["Sec-WebSocket-Key: c2hvcnQ=", version]), 400),
      (Wire.request([key, version]).replacing("GET", with: "POST"), 400),
      (Wire.request([key, version]).replacing("HTTP/1.1", with: "HTTP/1.0"), 400),
      (Wire.request([key, version]).replacing("Host:", with: "Hast:"), 400),
      (Wire.request([key, version, "Host: b"]), 400),
      (Wire.request([key, version]).replacing("Upgrade: websocket", with: "Upgrade: h2c"), 426),
      (Wire.request([key, version]).replacing("Connection: Upgrade", with: "Connection: close"), 426),
    ])
  func invalid(request: String, status: Int) throws {
    var driver = MachineDriver.listening()
    driver.receive(Array(request.utf8))
    let isAccepted = driver.machine.accept(headers: [])
    driver.settle()
    let sent = String(decoding: driver.sent, as: UTF8.self)
    #expect(!isAccepted)
    #expect(sent.hasPrefix("HTTP/1.1 \(status) "))
    #expect(sent.contains("\r\nConnection: close\r\n"))
    #expect(sent.contains("\r\nUpgrade: websocket\r\n") == (status == 426))
    #expect(driver.machine.phase == .finished)
    driver.receiveEnd()
    guard case .invalidHandshake = driver.closure?.error else {
      Issue.record("\(driver.events)")
      return
    }
  }

  @Test("A plain response carries its length and ends the connection")
  func respond() throws {
    var driver = MachineDriver.listening()
    driver.receive(Array(Wire.head(["GET /v1/watchlist HTTP/1.1", "Host: a"]).utf8))
    driver.machine.respond(
      status: 200, reason: "OK", headers: [HTTPHeader(name: "Content-Type", value: "application/json")],
      body: Array("{}".utf8))
    driver.machine.respond(status: 500, reason: "Twice", headers: [], body: [])
    driver.settle()
    #expect(
      String(decoding: driver.sent, as: UTF8.self)
        == Wire.head([
          "HTTP/1.1 200 OK", "Content-Type: application/json", "Content-Length: 2", "Connection: close",
        ]) + "{}")
    #expect(driver.machine.phase == .finished)
    driver.receive(Array("ignored".utf8))
    driver.receiveEnd()
    driver.receiveEnd()
    #expect(driver.events.count == 2)
    #expect(driver.closure == WebSocketClosure(code: 1006, reason: "", isClean: false, error: nil))
  }

  @Test("The answer to HEAD has a length and no body")
  func head() throws {
    var driver = MachineDriver.listening()
    driver.receive(Array(Wire.head(["HEAD / HTTP/1.1", "Host: a"]).utf8))
    driver.machine.respond(status: 200, reason: "OK", headers: [], body: Array("body".utf8))
    driver.settle()
    #expect(
      String(decoding: driver.sent, as: UTF8.self)
        == Wire.head(["HTTP/1.1 200 OK", "Content-Length: 4", "Connection: close"]))
  }

  @Test("Bytes behind the request are framed once it is accepted", arguments: [1, 2])
  func early(reads: Int) throws {
    var driver = MachineDriver.listening()
    let frames = [WireFrame.text("first").masked(), .text("second").masked()].bytes
    if reads == 1 {
      driver.receive(Array(Wire.request.utf8) + frames)
    } else {
      driver.receive(Array(Wire.request.utf8) + frames.prefix(5))
      driver.receive(Array(frames.dropFirst(5)))
    }
    #expect(driver.events.count == 1)
    let isAccepted = driver.machine.accept(headers: [])
    try #require(isAccepted)
    driver.receive([UInt8]())
    #expect(
      Array(driver.events.dropFirst()) == [.text(Array("first".utf8)[...]), .text(Array("second".utf8)[...])])
  }

  @Test("Bytes before the answer are kept only up to the size of a message")
  func earlyFlood() throws {
    var configuration = WebSocketConfiguration()
    configuration.maximumMessageSize = 1_000
    var driver = MachineDriver.listening(configuration)
    driver.receive(Array(Wire.request.utf8))
    for _ in 0..<11 { driver.receive([UInt8](repeating: 0, count: 100)) }
    #expect(driver.closure?.error == .messageTooLarge(limit: 1_000))
    #expect(driver.machine.phase == .finished)
  }

  @Test(
    "A head that cannot be read is answered and ends the connection",
    arguments: [("nonsense\r\n", "400 Bad Request"), ("GET / HTTP/1.1\r\nA: b\r\n c\r\n", "400 Bad Request")])
  func unreadable(head: String, status: String) throws {
    var driver = MachineDriver.listening()
    driver.receive(Array(head.utf8))
    #expect(
      String(decoding: driver.sent, as: UTF8.self)
        == Wire.head(["HTTP/1.1 \(status)", "Content-Length: 0", "Connection: close"]))
    #expect(driver.events.count == 1)
    #expect(driver.closure?.code == 1006)
    #expect(driver.machine.phase == .finished)
  }

  @Test("A head above the limit is answered with 431")
  func tooLarge() throws {
    var driver = MachineDriver.listening()
    driver.receive(Array("GET / HTTP/1.1\r\nA: ".utf8) + [UInt8](repeating: 0x61, count: 20_000))
    #expect(String(decoding: driver.sent, as: UTF8.self).hasPrefix("HTTP/1.1 431 "))
    #expect(driver.closure?.error == .handshakeTooLarge(limit: 16 << 10))
  }

  @Test("accept and respond do nothing when no request waits")
  func outOfTurn() throws {
    var driver = MachineDriver.listening()
    let isAccepted = driver.machine.accept(headers: [])
    driver.machine.respond(status: 200, reason: "OK", headers: [], body: [])
    driver.settle()
    #expect(!isAccepted)
    #expect(driver.sent.isEmpty)
    #expect(driver.machine.phase == .opening)
  }
}
