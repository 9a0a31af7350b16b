import Testing

@testable import TapeWebSocket

@Suite struct HandshakeParserTests {
  private func parse(_ text: String, limit: Int = 16 << 10) throws -> (HTTPStatusLine, [HTTPHeader], Int)? {
    var parser = HandshakeParser<HTTPStatusLine>(limit: limit)
    var position = 0
    guard let head = try parser.next(in: Array(text.utf8), at: &position) else { return nil }
    return (head.startLine, head.headers, position)
  }

  @Test("Lines may end with CR LF, or with a bare LF", arguments: ["\r\n", "\n"])
  func lineEnds(end: String) throws {
    let text = ["HTTP/1.1 404 Not Found", "Server: x", "", "body"].joined(separator: end)
    let (line, headers, position) = try #require(try parse(text))
    #expect(line.status == 404)
    #expect(line.reason == "Not Found")
    #expect(headers == [HTTPHeader(name: "Server", value: "x")])
    #expect(position == text.utf8.count - 4)
  }

  @Test(
    "White space around a value is not part of it",
    arguments: [
      ("A:b", "b"), ("A: b ", "b"), ("A:\t b c\t", "b c"), ("A:", ""), ("A:  ", ""), ("A: b:c", "b:c"),
    ])
  func values(line: String, value: String) throws {
    #expect(try HTTPHeader(parsing: Array(line.utf8)) == HTTPHeader(name: "A", value: value))
  }

  @Test(
    "A line that is no header is refused",
    arguments: [
      " folded: over", "\tfolded", "no colon", ": no name", "spa ce: x", "Name : x", "A: b\rc", "A: \u{0}",
    ])
  func badHeaders(line: String) {
    #expect(throws: WebSocketError.self) { try HTTPHeader(parsing: Array(line.utf8)) }
  }

  @Test("A folded header is refused in a head")
  func folding() {
    #expect(throws: WebSocketError.invalidHandshake("a header line is folded (RFC 9112 §5.2)")) {
      try parse("HTTP/1.1 101 OK\r\nA: b\r\n c\r\n\r\n")
    }
  }

  @Test(
    "A status line needs a version, three digits, and no more",
    arguments: [
      ("HTTP/1.1 200 OK", 200), ("HTTP/1.1 200", 200), ("HTTP/1.1 200 ", 200), ("HTTP/1.0 503 Busy", 503),
      ("HTTP/2 200 OK", nil), ("HTTP/1.1 20 OK", nil), ("HTTP/1.1 2000", nil), ("HTTP/1.1 099 Low", nil),
      ("HTTP/1.1  200 OK", nil), ("SSH-2.0-OpenSSH_9", nil), ("", nil), ("HTTP/1.1 2x0 OK", nil),
    ])
  func statusLines(line: String, status: Int?) {
    #expect((try? HTTPStatusLine(parsing: Array(line.utf8)))?.status == status)
  }

  @Test(
    "A request line has three words",
    arguments: [
      ("GET /a?b HTTP/1.1", "/a?b"), ("GET / HTTP/1.0", "/"), ("GET /a b HTTP/1.1", nil), ("GET /", nil),
      ("GET  / HTTP/1.1", nil), (" / HTTP/1.1", nil), ("GET /\u{e9} HTTP/1.1", nil), ("G@T / HTTP/1.1", nil),
    ])
  func requestLines(line: String, target: String?) {
    #expect((try? HTTPRequestLine(parsing: Array(line.utf8)))?.target == target)
  }

  @Test("A peer that speaks something else is refused at the end of its first line")
  func otherProtocol() {
    #expect(throws: WebSocketError.self) { try parse("SSH-2.0-OpenSSH_9.2\r\n") }
  }

  @Test("A head of exactly the limit is read, one byte more is refused", arguments: [0, 1])
  func limit(excess: Int) throws {
    let text = "HTTP/1.1 200 OK\r\nA: b\r\n\r\n"
    let limit = text.utf8.count - excess
    if excess == 0 {
      #expect(try parse(text, limit: limit) != nil)
    } else {
      #expect(throws: WebSocketError.handshakeTooLarge(limit: limit)) { try parse(text, limit: limit) }
    }
  }

  @Test("Headers without end are refused at the limit", arguments: ["A: b\r\n", "x"])
  func endless(piece: String) throws {
    var parser = HandshakeParser<HTTPStatusLine>(limit: 16 << 10)
    var position = 0
    _ = try parser.next(in: Array("HTTP/1.1 200 OK\r\n".utf8), at: &position)
    #expect(throws: WebSocketError.handshakeTooLarge(limit: 16 << 10)) {
      for _ in 0..<20_000 {
        position = 0
        _ = try parser.next(in: Array(piece.utf8), at: &position)
      }
    }
  }
}
