import Testing

@testable import TapeWebSocket

@Suite struct ProxyEnvironmentTests {
  private func proxy(_ environment: [String: String], for url: String) throws -> String? {
    try ProxyEnvironment(environment).proxy(for: WebSocketURL(url)).map { "\($0.variable) \($0.host)" }
  }

  @Test(
    "The variable of the scheme comes before the one for all, the small letters before the capitals",
    arguments: [
      ([:], "ws://q.test", nil), ([:], "wss://q.test", nil),
      (["http_proxy": "a"], "ws://q.test", "http_proxy a"), (["http_proxy": "a"], "wss://q.test", nil),
      (["https_proxy": "a"], "wss://q.test", "https_proxy a"), (["https_proxy": "a"], "ws://q.test", nil),
      (["HTTPS_PROXY": "a"], "wss://q.test", "HTTPS_PROXY a"),
      (["HTTPS_PROXY": "a", "https_proxy": "b"], "wss://q.test", "https_proxy b"),
      (["HTTPS_PROXY": "a", "all_proxy": "b"], "wss://q.test", "HTTPS_PROXY a"),
      (["ALL_PROXY": "a", "all_proxy": "b"], "ws://q.test", "all_proxy b"),
      (["ALL_PROXY": "a"], "wss://q.test", "ALL_PROXY a"),
      (["https_proxy": "", "ALL_PROXY": "a"], "wss://q.test", "ALL_PROXY a"),
      (["https_proxy": "", "all_proxy": ""], "wss://q.test", nil),
    ] as [([String: String], String, String?)])
  func choice(environment: [String: String], url: String, expected: String?) throws {
    #expect(try proxy(environment, for: url) == expected)
  }

  @Test("HTTP_PROXY in capitals is not read, as curl does not: a web server's clients can set it")
  func capitals() throws {
    #expect(try proxy(["HTTP_PROXY": "a"], for: "ws://q.test") == nil)
    #expect(try proxy(["HTTP_PROXY": "a", "ALL_PROXY": "b"], for: "ws://q.test") == "ALL_PROXY b")
  }

  @Test(
    "This machine is never reached through a proxy",
    arguments: ["ws://localhost:1", "ws://127.0.0.1", "wss://127.9.9.9", "ws://[::1]:8080"])
  func loopback(url: String) throws {
    #expect(try proxy(["ALL_PROXY": "not a proxy at all"], for: url) == nil)
  }

  @Test("A variable that is not for the server may hold anything")
  func others() throws {
    #expect(
      try proxy(["https_proxy": "gopher://x", "http_proxy": "a"], for: "ws://q.test") == "http_proxy a")
    #expect(throws: ProxySettingError.self) { try proxy(["https_proxy": "gopher://x"], for: "wss://q.test") }
    #expect(try proxy(["https_proxy": "gopher://x", "NO_PROXY": "q.test"], for: "wss://q.test") == nil)
  }

  @Test(
    "NO_PROXY lists names with all below them, addresses, networks and ports",
    arguments: [
      ("q.test", "ws://q.test", true), ("q.test", "ws://a.q.test", true), (".q.test", "ws://q.test", true),
      (".q.test", "ws://a.b.q.test", true), ("q.test", "ws://xq.test", false),
      ("q.test", "ws://q.test.x", false),
      ("Q.Test", "ws://q.tEST", true), ("q.test.", "ws://q.test", true), ("q.test", "ws://q.test.", true),
      ("a.test,q.test", "ws://q.test", true), ("a.test q.test", "ws://q.test", true),
      (" a.test ,\t.q.test, ", "ws://q.test", true), ("*", "ws://q.test", true),
      ("*", "wss://10.0.0.1", true),
      ("a,*", "ws://q.test", true), ("*.test", "ws://q.test", false), ("", "ws://q.test", false),
      (",", "ws://q.test", false), (".", "ws://q.test", false),
      ("q.test:8080", "ws://q.test:8080", true), ("q.test:8080", "ws://q.test", false),
      ("q.test:443", "wss://q.test", true), ("q.test:x", "ws://q.test", false),
      ("10.0.0.1", "ws://10.0.0.1", true), ("10.0.0.1:80", "ws://10.0.0.1", true),
      ("10.0.0.1:81", "ws://10.0.0.1", false), ("0.0.1", "ws://10.0.0.1", false),
      ("1", "ws://10.0.0.1", false),
      ("10.0.0.0/8", "ws://10.200.3.4", true), ("10.0.0.0/8", "ws://11.0.0.1", false),
      ("10.1.2.0/23", "ws://10.1.3.9", true), ("10.1.2.0/23", "ws://10.1.4.9", false),
      ("0.0.0.0/0", "ws://9.9.9.9", true), ("10.0.0.0/33", "ws://10.0.0.0", false),
      ("10.0.0.0/x", "ws://10.0.0.0", false), ("10.0.0.0/8", "ws://x10.test", false),
      ("2001:db8::1", "ws://[2001:db8:0:0::1]", true), ("[2001:db8::1]", "ws://[2001:db8::1]", true),
      ("[2001:db8::1]:80", "ws://[2001:db8::1]", true), ("[2001:db8::1]:81", "ws://[2001:db8::1]", false),
      ("2001:db8::/32", "ws://[2001:db8:9::1]", true), ("2001:db8::/32", "ws://[2001:db9::1]", false),
      ("2001:db8::/32", "ws://10.0.0.1", false),
    ])
  func exempt(list: String, url: String, isExempt: Bool) throws {
    for name in ["no_proxy", "NO_PROXY"] {
      #expect(try proxy(["ALL_PROXY": "a", name: list], for: url) == (isExempt ? nil : "ALL_PROXY a"))
    }
  }

  @Test(
    "An address is read from its text, or is none",
    arguments: [
      ("1.2.3.4", [1, 2, 3, 4]), ("255.0.0.255", [255, 0, 0, 255]), ("256.0.0.1", nil), ("1.2.3", nil),
      ("1.2.3.4.5", nil), ("1.2.3.", nil), ("1..2.3", nil), ("a.b.c.d", nil), ("+1.2.3.4", nil), ("", nil),
      ("::", [UInt8](repeating: 0, count: 16)), ("::1", [UInt8](repeating: 0, count: 15) + [1]),
      ("2001:db8::ff", [0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 11) + [0xff]),
      ("1:2:3:4:5:6:7:8", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]),
      ("::ffff:1.2.3.4", [UInt8](repeating: 0, count: 10) + [255, 255, 1, 2, 3, 4]),
      ("1:2:3:4:5:6:7", nil), ("1:2:3:4:5:6:7:8:9", nil), ("1::2::3", nil), ("1:2:3:4::5:6:7:8", nil),
      (":1:2:3:4:5:6:7", nil), ("::g", nil), ("::12345", nil), ("1.2.3.4::", nil), (":::", nil),
      ("::1%eth0", nil),
    ] as [(String, [UInt8]?)])
  func literals(text: String, bytes: [UInt8]?) {
    #expect(IPLiteral(text)?.bytes == bytes)
  }
}
