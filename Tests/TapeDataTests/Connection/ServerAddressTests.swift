import TapeWebSocket
import Testing

@testable import TapeData

@Suite struct ServerAddressTests {
  @Test(
    "An address gives the URLs of the list and the quotes",
    arguments: [
      ("http://localhost:8080", "http://localhost:8080/v1/watchlist", "localhost:8080", "/v1/quotes", false),
      ("https://Quotes.Example", "https://quotes.example/v1/watchlist", "quotes.example", "/v1/quotes", true),
      ("wss://q.test:443/eu/", "https://q.test/eu/v1/watchlist", "q.test", "/eu/v1/quotes", true),
      ("ws://[::1]:9", "http://[::1]:9/v1/watchlist", "[::1]:9", "/v1/quotes", false),
      ("https://q.test:80//", "https://q.test:80/v1/watchlist", "q.test:80", "/v1/quotes", true),
    ])
  func urls(text: String, list: String, host: String, resource: String, isSecure: Bool) throws {
    let address = try ServerAddress(text)
    #expect(address.watchlistURL == list)
    #expect(address.quotes.hostHeader == host)
    #expect(address.quotes.resource == resource)
    #expect(address.quotes.isSecure == isSecure)
  }

  @Test(
    "What is no address is refused with its fault",
    arguments: [
      ("localhost:8080", "scheme"), ("", "scheme"), ("ftp://q.test", "\"ftp://q.test\""),
      ("https://", "no host"), ("https:///v1", "no host"), ("https://q.test:0", "port"),
      ("https://q.test:65536", "port"),
      ("https://q.test:8a", "port"), ("https://q te.st", "character"), ("https://[::1", "bracket"),
      ("https://[q.test]", "no IPv6"), ("https://q.test?x=1", "? or #"), ("https://q.test#x", "? or #"),
      ("https://börse.test", "character"),
    ])
  func invalid(text: String, fault: String) throws {
    let error = try #require(throws: ServerAddress.Invalid.self) { try ServerAddress(text) }
    #expect(error.sentence.contains(fault))
  }

  @Test("A password or query in an address is not repeated in its error")
  func secrets() throws {
    for text in ["https://me:s3cret@q.test", "me:s3cret@q.test", "https://q.test?token=s3cret"] {
      let error = try #require(throws: ServerAddress.Invalid.self) { try ServerAddress(text) }
      #expect(!error.sentence.contains("s3cret"))
    }
  }

  @Test(
    "Only this machine itself is loopback",
    arguments: [
      ("localhost", true), ("LOCALHOST", true), ("127.0.0.1", true), ("127.255.0.9", true), ("::1", true),
      ("127.0.0.1.evil.test", false), ("127.1", false), ("127.0.0.256", false), ("127.0.0.+1", false),
      ("128.0.0.1", false), ("localhost.evil.test", false), ("::2", false), ("", false),
    ])
  func loopback(host: String, isLoopback: Bool) {
    #expect(Loopback.contains(host) == isLoopback)
  }
}
