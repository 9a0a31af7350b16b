import TapeTestSupport
import Testing

@testable import TapeWebSocket

@Suite struct ProxyTunnelTests {
  private static let login = ProxyURL.Login(user: "ann", password: "s3cret")
  private static let early = Array("early".utf8)

  /// What the tunnel has sent, and how it ended, after those bytes in pieces of random sizes.
  private func talk(
    _ tunnel: any ProxyTunnel, hears bytes: [UInt8], seed: UInt64
  ) -> (sent: [UInt8], end: ProxyTunnelStep) {
    var tunnel = tunnel
    var random = SeededGenerator(seed: seed)
    var sent = tunnel.greeting
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(seed == 0 ? rest.count : Int.random(in: 1...4, using: &random))
      rest = rest.dropFirst(piece.count)
      switch tunnel.receive(Array(piece)) {
      case .goOn(let reply): sent += reply
      // What was in later pieces is the server's too.
      case .established(let early): return (sent, .established(early: early + rest))
      case .failed(let reason): return (sent, .failed(reason))
      }
    }
    return (sent, .goOn(send: []))
  }

  private func expect(
    _ tunnel: any ProxyTunnel, hearing bytes: [UInt8], sends: [UInt8]? = nil, endsWith end: ProxyTunnelStep
  ) {
    for seed in 0..<20 as Range<UInt64> {
      let result = talk(tunnel, hears: bytes, seed: seed)
      #expect(result.end == end, "split \(seed)")
      // All at once, the proxy answers before it was asked.
      if let sends, seed > 0 { #expect(result.sent == sends, "split \(seed)") }
    }
  }

  @Test(
    "CONNECT names the server twice, and the login in Base64",
    arguments: [
      ("q.test", nil, "CONNECT q.test:443 HTTP/1.1\r\nHost: q.test:443\r\n\r\n"),
      ("2001:db8::1", nil, "CONNECT [2001:db8::1]:443 HTTP/1.1\r\nHost: [2001:db8::1]:443\r\n\r\n"),
      (
        "q.test", login,
        "CONNECT q.test:443 HTTP/1.1\r\nHost: q.test:443\r\nProxy-Authorization: Basic YW5uOnMzY3JldA==\r\n\r\n"
      ),
    ] as [(String, ProxyURL.Login?, String)])
  func request(host: String, login: ProxyURL.Login?, text: String) {
    let tunnel = HTTPConnectTunnel(host: host, port: 443, login: login)
    #expect(String(decoding: tunnel.greeting, as: UTF8.self) == text)
  }

  @Test(
    "Any 2xx opens the tunnel, wherever the segments end, and what follows the answer is kept",
    arguments: [
      "HTTP/1.1 200 Connection established\r\n\r\n", "HTTP/1.0 200 OK\r\nA: b\r\n\r\n", "HTTP/1.1 204\n\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
    ])
  func established(answer: String) {
    let tunnel = HTTPConnectTunnel(host: "q.test", port: 80, login: nil)
    expect(tunnel, hearing: Array(answer.utf8) + Self.early, endsWith: .established(early: Self.early))
  }

  @Test(
    "Another answer says why there is no tunnel",
    arguments: [
      ("HTTP/1.1 403 Filtered\r\n\r\n<html>", false, .refused("HTTP 403 Filtered")),
      ("HTTP/1.1 502\r\n\r\n", false, .refused("HTTP 502")),
      ("HTTP/1.1 301 Moved\r\nLocation: x\r\n\r\n", false, .refused("HTTP 301 Moved")),
      ("HTTP/1.1 407 Login\r\n\r\n", false, .asksForLogin),
      ("HTTP/1.1 401 Unauthorized\r\n\r\n", true, .loginRefused),
      ("HTTP/1.1 401 Unauthorized\r\n\r\n", false, .refused("HTTP 401 Unauthorized")),
      ("HTTP/1.1 407 Login\r\nProxy-Authenticate: Basic realm=\"x\"\r\n\r\n", false, .asksForLogin),
      ("HTTP/1.1 407 Login\r\nproxy-authenticate: bAsIc\r\n\r\n", true, .loginRefused),
      (
        "HTTP/1.1 407 Login\r\nProxy-Authenticate: Negotiate\r\nProxy-Authenticate: NTLM abc\r\n\r\n", true,
        .unknownLogin("Negotiate, NTLM")
      ),
      ("<html>hello</html>\n", false, .notAProxy("the answer does not begin with an HTTP status line")),
      ("\u{5}\u{0}\n", false, .notAProxy("the answer does not begin with an HTTP status line")),
    ] as [(String, Bool, ProxyFailure.Reason)])
  func refused(answer: String, hasLogin: Bool, reason: ProxyFailure.Reason) {
    let tunnel = HTTPConnectTunnel(host: "q.test", port: 80, login: hasLogin ? Self.login : nil)
    expect(tunnel, hearing: Array(answer.utf8), endsWith: .failed(reason))
  }

  @Test("An answer without an end is given up at 16 KiB")
  func endless() {
    for filler in ["A: b\r\n", "HTTP/1.1 100 Continue\r\n\r\n"] {
      let text = "HTTP/1.1 100 Continue\r\n" + String(repeating: filler, count: (16 << 10) / filler.count + 1)
      var tunnel = HTTPConnectTunnel(host: "q.test", port: 80, login: nil)
      guard case .failed(.notAProxy) = tunnel.receive(Array(text.utf8)) else {
        Issue.record("\(filler) goes on for ever")
        continue
      }
    }
  }

  @Test("SOCKS5 without a login sends the name and the port, and keeps what follows the reply")
  func socks() {
    let request: [UInt8] = [5, 1, 0, 3, 6] + Array("q.test".utf8) + [0x1F, 0x90]
    for address: [UInt8] in [
      [1, 10, 0, 0, 1], [4] + [UInt8](repeating: 9, count: 16), [3, 3] + Array("abc".utf8), [3, 0],
    ] {
      expect(
        SOCKS5Tunnel(to: .name("q.test"), port: 8080, login: nil),
        hearing: [5, 0] + [5, 0, 0] + address + [1, 2] + Self.early, sends: [5, 1, 0] + request,
        endsWith: .established(early: Self.early))
    }
  }

  @Test("SOCKS5 sends addresses as addresses", arguments: ["10.1.2.3", "2001:db8::1"])
  func socksAddress(text: String) throws {
    let literal = try #require(IPLiteral(text))
    expect(
      SOCKS5Tunnel(to: .address(literal), port: 443, login: nil),
      hearing: [5, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0],
      sends: [5, 1, 0, 5, 1, 0, literal.bytes.count == 4 ? 1 : 4] + literal.bytes + [1, 0xBB],
      endsWith: .established(early: []))
  }

  @Test("SOCKS5 logs in when the proxy chooses so, and only then")
  func socksLogin() {
    let tunnel = SOCKS5Tunnel(to: .name("q"), port: 1, login: Self.login)
    let words: [UInt8] = [1, 3] + Array("ann".utf8) + [6] + Array("s3cret".utf8)
    let request: [UInt8] = [5, 1, 0, 3, 1, 0x71, 0, 1]
    let reply: [UInt8] = [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    expect(
      tunnel, hearing: [5, 2, 1, 0] + reply, sends: [5, 2, 0, 2] + words + request,
      endsWith: .established(early: []))
    expect(
      tunnel, hearing: [5, 0] + reply, sends: [5, 2, 0, 2] + request, endsWith: .established(early: []))
  }

  @Test(
    "SOCKS5 says why there is no tunnel",
    arguments: [
      ([5, 0xFF], false, .asksForLogin), ([5, 0xFF], true, .unknownLogin("")),
      ([5, 2, 1, 1], true, .loginRefused),
      ([5, 2], false, .notAProxy("it chose a way to log in that was not offered")),
      ([5, 1], true, .notAProxy("it chose a way to log in that was not offered")),
      (Array("HTTP/1.1 400 Bad Request".utf8), false, .notAProxy("its answer is not one of SOCKS5")),
      ([4], false, .notAProxy("its answer is not one of SOCKS5")),
      ([5, 2, 5], true, .notAProxy("its answer is not one of SOCKS5")),
      ([5, 0, 5, 2], false, .refused("not allowed by its rules")),
      ([5, 0, 5, 5, 0, 1, 0, 0, 0, 0, 0, 0], false, .refused("connection refused")),
      ([5, 0, 5, 99], false, .refused("SOCKS5 code 99")),
      ([5, 0, 5, 0, 0, 7, 0], false, .notAProxy("its answer has an address of an unknown kind")),
    ] as [([UInt8], Bool, ProxyFailure.Reason)])
  func socksRefused(answer: [UInt8], hasLogin: Bool, reason: ProxyFailure.Reason) {
    let tunnel = SOCKS5Tunnel(to: .name("q.test"), port: 80, login: hasLogin ? Self.login : nil)
    expect(tunnel, hearing: answer, endsWith: .failed(reason))
  }

  @Test("SOCKS5 cannot ask for a name of more than 255 bytes", arguments: [255, 256])
  func longName(count: Int) {
    var tunnel = SOCKS5Tunnel(to: .name(String(repeating: "a", count: count)), port: 80, login: nil)
    let step = tunnel.receive([5, 0])
    if case .failed(.refused) = step { #expect(count == 256) } else { #expect(count == 255) }
  }
}
