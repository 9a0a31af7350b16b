import Testing

@testable import TapeWebSocket

@Suite struct WebSocketURLTests {
  @Test(
    "A URL is taken apart",
    arguments: [
      ("ws://a.test", WebSocketURL(isSecure: false, host: "a.test", port: 80, resource: "/")),
      ("wss://a.test/", WebSocketURL(isSecure: true, host: "a.test", port: 443, resource: "/")),
      ("http://a.test/x/y", WebSocketURL(isSecure: false, host: "a.test", port: 80, resource: "/x/y")),
      (
        "https://a.test:8443/?q=1",
        WebSocketURL(isSecure: true, host: "a.test", port: 8443, resource: "/?q=1")
      ),
      ("WSS://A.Test?q=a/b", WebSocketURL(isSecure: true, host: "a.test", port: 443, resource: "/?q=a/b")),
      (
        "ws://127.0.0.1:9001/getCaseCount",
        WebSocketURL(isSecure: false, host: "127.0.0.1", port: 9001, resource: "/getCaseCount")
      ),
      ("ws://[::1]:65535", WebSocketURL(isSecure: false, host: "::1", port: 65_535, resource: "/")),
      ("wss://[2001:DB8::1]/a", WebSocketURL(isSecure: true, host: "2001:db8::1", port: 443, resource: "/a")),
      (
        "ws://[::ffff:10.0.0.1]",
        WebSocketURL(isSecure: false, host: "::ffff:10.0.0.1", port: 80, resource: "/")
      ),
      ("ws://a.test:/x", WebSocketURL(isSecure: false, host: "a.test", port: 80, resource: "/x")),
      ("ws://a.test:1/@x:y", WebSocketURL(isSecure: false, host: "a.test", port: 1, resource: "/@x:y")),
      (
        "ws://xn--bcher-kva.test.",
        WebSocketURL(isSecure: false, host: "xn--bcher-kva.test.", port: 80, resource: "/")
      ),
    ])
  func parses(text: String, url: WebSocketURL) throws {
    #expect(try WebSocketURL(text) == url)
  }

  @Test(
    "What is no WebSocket URL is refused with a sentence that does not repeat it",
    arguments: [
      ("", "needs a scheme"), ("a.test", "needs a scheme"), ("ws:a.test", "needs a scheme"),
      ("ftp://secret.test", "scheme has to be"), ("ws://", "no host"), ("ws:///secret", "no host"),
      ("ws://:80/", "no host"), ("ws://secret.test/#top", "no fragment"),
      ("ws://secret@a.test", "no user name"),
      ("ws://u:secret@a.test/", "no user name"), ("ws://secret.test:0", "port"),
      ("ws://secret.test:65536", "port"),
      ("ws://secret.test:8x", "port"), ("ws://secret.test:+80", "port"),
      ("ws://secret.test:99999999999999999999", "port"),
      ("ws://[::1", "closing bracket"), ("ws://[secret]", "IPv6"), ("ws://[1]", "IPv6"), ("ws://[]", "IPv6"),
      ("ws://[::1]80", "port"), ("ws://se cret.test", "visible ASCII"),
      ("ws://secret.test/\r\nEvil: 1", "visible ASCII"),
      ("ws://sécret.test", "visible ASCII"), ("ws://se%63ret.test", "no host name has"),
      ("ws://::1/", "no host"),
    ])
  func refuses(text: String, reason: String) {
    let error = #expect(throws: WebSocketError.self) { try WebSocketURL(text) }
    guard case .invalidURL(let sentence) = error else { return }
    #expect(sentence.contains(reason))
    #expect(!sentence.contains("secret"))
  }
}
