import Synchronization
import TapeDomain
import Testing

@testable import TapeData

@Suite(.timeLimit(.minutes(4))) struct WatchlistRepositoryTests {
  private func repository(
    _ server: TestHTTPServer, tokens: (any TokenSource)? = nil,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> RemoteWatchlistRepository {
    RemoteWatchlistRepository(
      server: try ServerAddress("http://127.0.0.1:\(server.port)/base"), http: HTTPClient(), tokens: tokens,
      wall: { Timestamp(seconds: 0) }, log: log)
  }

  @Test("The list is the server's, in its order, without what cannot be used")
  func list() async throws {
    let body = """
      {"version": 9, "instruments": [
        {"symbol": "ZED", "name": "Zed ⚡ 株式", "sector": "x"}, {"symbol": "ACME"}, {"symbol": "ACME", "name": "again"},
        {"symbol": "no good"}, {"symbol": 7}, {"name": "none"}, 5, {"symbol": "BNK", "name": null}]}
      """
    let server = try TestHTTPServer { _ in TestHTTPServer.answer("200 OK", body: body) }
    let lines = Mutex<[String]>([])
    let instruments = try await repository(server) { line in lines.withLock { $0.append(line) } }
      .instruments()
    #expect(instruments.map(\.symbol.text) == ["ZED", "ACME", "BNK"])
    #expect(instruments.map(\.name) == ["Zed ⚡ 株式", "", ""])
    #expect(lines.withLock { $0 }.contains { $0.hasPrefix("4 entries") })
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("GET /base/v1/watchlist ") && !request.contains("Authorization"))
  }

  @Test("An empty list is a list")
  func empty() async throws {
    let server = try TestHTTPServer { _ in TestHTTPServer.answer("200 OK", body: #"{"instruments":[]}"#) }
    #expect(try await repository(server).instruments() == [])
  }

  @Test("A token goes along when one is configured")
  func token() async throws {
    let server = try TestHTTPServer { _ in TestHTTPServer.answer("200 OK", body: #"{"instruments":[]}"#) }
    _ = try await repository(server, tokens: FakeTokens("s3cret")).instruments()
    #expect(try #require(server.requests.first).contains("Authorization: Bearer s3cret\r\n"))
  }

  @Test("A token does not go to another machine without encryption")
  func tokenWithoutEncryption() async throws {
    let repository = RemoteWatchlistRepository(
      server: try ServerAddress("http://192.0.2.1"), http: HTTPClient(), tokens: FakeTokens("s3cret"),
      wall: { Timestamp(seconds: 0) })
    let error = try await #require(throws: WatchlistError.self) { try await repository.instruments() }
    #expect(error.isRefusal && error.sentence.contains("192.0.2.1") && !error.sentence.contains("s3cret"))
  }

  @Test(
    "What is not a list is named with its server",
    arguments: [
      ("401 No", "", "", "HTTP 401", true), ("403 No", "", "", "HTTP 403", true),
      ("404 No", "", "", "/base/v1/watchlist", false), ("500 No", "", "", "HTTP 500", false),
      ("429 No", "Retry-After: 30", "", "wait 30 s", false), ("204 Nothing", "", "", "HTTP 204", false),
      (
        "400 Bad Request", "", "The plain HTTP request was sent to HTTPS port", "one for TLS, use https://",
        false
      ),
      ("407 Login", "", "", "asks for a login", true),
      ("200 OK", "Content-Type: text/html; charset=utf-8", "<html>", "captive portal", false),
      ("200 OK", "", "{\"instruments\": [", "not valid JSON", false),
      ("200 OK", "", "{}", "\"instruments\"", false),
      ("200 OK", "", "", "not valid JSON", false),
    ])
  func failures(status: String, header: String, body: String, words: String, isRefusal: Bool) async throws {
    let headers = header.isEmpty ? [] : [header]
    let server = try TestHTTPServer { _ in TestHTTPServer.answer(status, headers, body: body) }
    let list = try repository(server)
    let error = try await #require(throws: WatchlistError.self) { try await list.instruments() }
    #expect(error.sentence.contains(words) && error.sentence.contains("127.0.0.1:\(server.port)"))
    #expect(error.isRefusal == isRefusal)
  }

  @Test("A list that breaks off or a server that is gone is named")
  func broken() async throws {
    let server = try TestHTTPServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{}" }
    let list = try repository(server)
    let error = try await #require(throws: WatchlistError.self) { try await list.instruments() }
    #expect(error.sentence.contains("ended too early") && !error.isRefusal)
  }

  @Test(
    "A server that does not speak HTTP, or says nothing, may be one for TLS",
    arguments: ["", "\u{15}\u{3}\u{3}"])
  func perhapsTLS(answer: String) async throws {
    let server = try TestHTTPServer { _ in answer }
    let list = try repository(server)
    let error = try await #require(throws: WatchlistError.self) { try await list.instruments() }
    #expect(error.sentence.contains("if it is one for TLS, use https://") && !error.isRefusal)
  }

  @Test("Symbols of the command line are a list, each once")
  func fixed() async throws {
    let symbols = try ["ACME", "BNK", "ACME"].map { try #require(Symbol($0)) }
    let instruments = try await FixedWatchlistRepository(symbols: symbols).instruments()
    #expect(instruments.map(\.symbol.text) == ["ACME", "BNK"])
  }
}
