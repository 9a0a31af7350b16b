import Foundation
import TapeWebSocket
import Testing

@testable import TapeData

@Suite(.timeLimit(.minutes(4))) struct HTTPClientTests {
  private let client = HTTPClient(userAgent: "tape-test")
  private let bearer = [HTTPHeader(name: "Authorization", value: "Bearer s3cret")]

  @Test("An answer has its status, headers and body")
  func answer() async throws {
    let server = try TestHTTPServer { _ in
      TestHTTPServer.answer("503 Busy", ["Retry-After:  7 ", "X-Empty:"], body: "{}")
    }
    let response = try await client.get("http://127.0.0.1:\(server.port)/a?b=c", headers: bearer)
    #expect(response.status == 503)
    #expect(response["retry-after"] == "7" && response["x-empty"] == "")
    #expect(response.body == Array("{}".utf8))
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("GET /a?b=c HTTP/1.1\r\n"))
    #expect(
      request.contains("User-Agent: tape-test\r\n") && request.contains("Authorization: Bearer s3cret\r\n"))
  }

  @Test("A redirect on the same server keeps the token and gives the headers of the last answer")
  func redirect() async throws {
    let server = try TestHTTPServer { head in
      head.hasPrefix("GET /new ")
        ? TestHTTPServer.answer("200 OK", ["X-B: 2"], body: "there")
        : TestHTTPServer.answer("302 Found", ["Location: /new", "X-A: 1"])
    }
    let response = try await client.get("http://127.0.0.1:\(server.port)/old", headers: bearer)
    #expect(response.status == 200 && response["X-A"] == nil && response["X-B"] == "2")
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0.contains("Bearer s3cret") })
  }

  @Test("A redirect to another host or port does not carry the token", arguments: ["127.0.0.1", "localhost"])
  func redirectElsewhere(host: String) async throws {
    let other = try TestHTTPServer { _ in TestHTTPServer.answer("200 OK") }
    let port = other.port
    let server = try TestHTTPServer { _ in
      TestHTTPServer.answer("302 Found", ["Location: http://\(host):\(port)/"])
    }
    let response = try await client.get("http://127.0.0.1:\(server.port)/", headers: bearer)
    #expect(response.status == 200)
    #expect(try #require(server.requests.first).contains("Bearer s3cret"))
    #expect(!(try #require(other.requests.first).contains("s3cret")))
  }

  @Test("The fourth redirect is not followed")
  func redirectLoop() async throws {
    let server = try TestHTTPServer { _ in TestHTTPServer.answer("302 Found", ["Location: /"]) }
    await #expect(throws: HTTPError.tooManyRedirects(limit: 3)) {
      try await client.get("http://127.0.0.1:\(server.port)/")
    }
    #expect(server.requests.count == 4)
  }

  @Test(
    "A redirect to another scheme is not followed", arguments: ["ftp://127.0.0.1/", "file:///etc/passwd"])
  func redirectScheme(location: String) async throws {
    let server = try TestHTTPServer { _ in TestHTTPServer.answer("302 Found", ["Location: \(location)"]) }
    await #expect(throws: HTTPError.unsafeRedirect) {
      try await client.get("http://127.0.0.1:\(server.port)/")
    }
  }

  @Test("A body over the limit ends the transfer")
  func tooLarge() async throws {
    let server = try TestHTTPServer { _ in
      TestHTTPServer.answer("200 OK", body: String(repeating: "x", count: 1001))
    }
    var limits = HTTPLimits()
    limits.maximumBodySize = 1000
    await #expect(throws: HTTPError.tooLarge(limit: 1000)) {
      try await client.get("http://127.0.0.1:\(server.port)/", limits: limits)
    }
    limits.maximumBodySize = 1001
    #expect(try await client.get("http://127.0.0.1:\(server.port)/", limits: limits).body.count == 1001)
  }

  @Test("An answer that ends too early is not taken for a whole one")
  func truncated() async throws {
    let server = try TestHTTPServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort" }
    await #expect(throws: HTTPError.truncated) { try await client.get("http://127.0.0.1:\(server.port)/") }
  }

  @Test("A server that says nothing is given up")
  func timeout() async throws {
    let server = try TestHTTPServer { _ in nil }
    var limits = HTTPLimits()
    limits.timeout = .milliseconds(100)
    await #expect(throws: HTTPError.timedOut(.milliseconds(100))) {
      try await client.get("http://127.0.0.1:\(server.port)/", limits: limits)
    }
  }

  @Test("A cancelled task does not wait for the server")
  func cancellation() async throws {
    let server = try TestHTTPServer { _ in nil }
    let task = Task { try await client.get("http://127.0.0.1:\(server.port)/") }
    task.cancel()
    await #expect(throws: HTTPError.cancelled) { try await task.value }
  }

  @Test("A server that is not there is named by curl")
  func unreachable() async throws {
    await #expect {
      try await client.get("http://127.0.0.1:1/")
    } throws: { error in
      if case HTTPError.unreachable(let reason) = error { reason.contains("127.0.0.1 port 1") } else { false }
    }
  }

  @Test(
    "What is no http URL is not tried",
    arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "127.0.0.1", ""])
  func invalid(url: String) async throws {
    await #expect {
      try await client.get(url)
    } throws: { error in
      if case HTTPError.invalidRequest = error { true } else { false }
    }
  }

  @Test("A proxy of the environment is used, but not for this machine")
  func proxy() async {
    // In a process of its own, since the environment belongs to all threads.
    await #expect(processExitsWith: .success) {
      let proxy = try TestHTTPServer { _ in TestHTTPServer.answer("200 OK", body: "proxy") }
      let server = try TestHTTPServer { _ in TestHTTPServer.answer("200 OK", body: "server") }
      setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      unsetenv("no_proxy")
      unsetenv("NO_PROXY")
      let client = HTTPClient(proxies: ProxyEnvironment(ProcessInfo.processInfo.environment))
      #expect(try await client.get("http://quotes.invalid/x").body == Array("proxy".utf8))
      #expect(proxy.requests.first?.hasPrefix("GET http://quotes.invalid/x ") == true)
      for host in ["127.0.0.1", "localhost"] {
        #expect(try await client.get("http://\(host):\(server.port)/").body == Array("server".utf8))
      }
    }
  }

  @Test("What does not answer in HTTP is named so")
  func notHTTP() async throws {
    let server = try TestHTTPServer { _ in "SSH-2.0-OpenSSH_9.2\r\n" }
    await #expect(throws: HTTPError.notHTTP) {
      try await client.get("http://127.0.0.1:\(server.port)/")
    }
  }

  @Test("A server that ends the connection without an answer is named so")
  func noAnswer() async throws {
    let server = try TestHTTPServer { _ in "" }
    await #expect(throws: HTTPError.noAnswer) {
      try await client.get("http://127.0.0.1:\(server.port)/")
    }
  }

  @Test("A proxy that does not connect to the server is told by its status", arguments: [407, 403, 502])
  func refusedByProxy(status: Int) async {
    await #expect(processExitsWith: .success) { [status] in
      let proxy = try TestHTTPServer { _ in
        TestHTTPServer.answer("\(status) No", ["Proxy-Authenticate: Basic realm=x"])
      }
      setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      let client = HTTPClient(proxies: ProxyEnvironment(ProcessInfo.processInfo.environment))
      await #expect(throws: HTTPError.refusedByProxy(status: status)) {
        try await client.get("https://quotes.invalid/x")
      }
      #expect(proxy.requests.first?.hasPrefix("CONNECT quotes.invalid:443 ") == true)
    }
  }

  @Test("A header cannot smuggle in another one")
  func headerInjection() async throws {
    let header = HTTPHeader(name: "X-A", value: "b\r\nX-C: d")
    await #expect(throws: HTTPError.invalidRequest(reason: "a header has a control character")) {
      try await client.get("http://127.0.0.1:1/", headers: [header])
    }
  }

  @Test("Authorities come from the places that OpenSSL's variables name, or from a file alone")
  func authorities() {
    let environment = ["SSL_CERT_FILE": "/a.pem", "SSL_CERT_DIR": ""]
    let places = TLSTrust(caFile: nil, environment: environment)
    #expect(places.file == "/a.pem" && places.directory == nil && !places.isExclusive)
    let own = TLSTrust(caFile: "/own.pem", environment: ["SSL_CERT_FILE": "/a.pem", "SSL_CERT_DIR": "/d"])
    #expect(own.file == "/own.pem" && own.directory == nil && own.isExclusive)
  }
}
