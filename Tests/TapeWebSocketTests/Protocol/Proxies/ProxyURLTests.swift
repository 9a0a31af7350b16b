import Testing

@testable import TapeWebSocket

@Suite struct ProxyURLTests {
  private func place(_ text: String) throws -> String {
    let proxy = try ProxyURL(text, variable: "X_PROXY")
    let login = proxy.login.map { " \($0.user)|\($0.password)" } ?? ""
    let kind =
      switch proxy.kind {
      case .http: "http"
      case .socks5(let isLocal): isLocal ? "socks5" : "socks5h"
      }
    return "\(kind) \(proxy.place)\(login)"
  }

  @Test(
    "A proxy's URL is read as curl reads it",
    arguments: [
      ("http://proxy.test:3128", "http proxy.test:3128"), ("proxy.test:3128", "http proxy.test:3128"),
      ("proxy.test", "http proxy.test:1080"), ("HTTP://Proxy.Test:80/path?x#y", "http proxy.test:80"),
      ("http://proxy.test:", "http proxy.test:1080"), ("socks5://10.0.0.1", "socks5 10.0.0.1:1080"),
      ("socks5h://[2001:DB8::1]:9050", "socks5h [2001:db8::1]:9050"),
      ("http://ann:s3cret@proxy.test:8080", "http proxy.test:8080 ann|s3cret"),
      ("ann@proxy.test", "http proxy.test:1080 ann|"), ("http://@proxy.test", "http proxy.test:1080"),
      ("http://a%40b:c%3Ad%2f%25@proxy.test", "http proxy.test:1080 a@b|c:d/%"),
      ("http://ann:p@ss@proxy.test", "http proxy.test:1080 ann|p@ss"),
      ("socks5://ann:a:b@proxy.test", "socks5 proxy.test:1080 ann|a:b"),
      ("http://%C3%A9:%E2%82%AC@proxy.test", "http proxy.test:1080 é|€"),
    ])
  func accepted(text: String, expected: String) throws {
    #expect(try place(text) == expected)
  }

  @Test(
    "A text that names no usable proxy gets a sentence with the variable and without the password",
    arguments: [
      ("http://", "no host"), ("http://:3128", "no host"), ("http://ho st", "character"),
      ("http://host:0", "1 to 65535"), ("http://host:65536", "1 to 65535"), ("http://host:8a", "1 to 65535"),
      ("http://ann:s3cret@", "no host"), ("http://[::1", "IPv6"), ("http://[1.2.3.4]", "IPv6"),
      ("http://[::1]8080", "1 to 65535"), ("https://ann:s3cret@host", "TLS"), ("socks4://host", "kind"),
      ("ftp://ann:s3cret@host", "kind"), ("http://ann:s3cret%@host", "%25"),
      ("http://ann:s3cret%0@host", "%25"),
      ("http://ann:s3cret%zz@host", "%25"), ("http://ann:s3cret%00@host", "%00"),
      ("http://a%3Ab:s3cret@host", "colon"), ("socks5://ann@host", "1 to 255"),
      ("http://ann:s3cret@ho$t", "no host"), ("http://ann:s3crét@host", "character"),
    ])
  func refused(text: String, words: String) throws {
    let error = try #require(throws: ProxySettingError.self) { try ProxyURL(text, variable: "X_PROXY") }
    #expect(error.sentence.contains("X_PROXY") && error.sentence.contains(words))
    #expect(!error.sentence.contains("s3cr") && error.sentence.hasSuffix("."))
  }

  @Test("A SOCKS5 login has at most 255 bytes on either side", arguments: [255, 256])
  func longLogin(count: Int) {
    let long = String(repeating: "x", count: count)
    for login in ["\(long):y", "y:\(long)"] {
      let proxy = try? ProxyURL("socks5://\(login)@host", variable: "X")
      #expect((proxy == nil) == (count == 256))
    }
  }
}
