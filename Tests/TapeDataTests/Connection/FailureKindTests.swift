import TapeDomain
import TapeWebSocket
import Testing

@testable import TapeData

@Suite struct FailureKindTests {
  private func context(token: String? = nil, isSecure: Bool = true) throws -> FailureKind.Context {
    FailureKind.Context(
      url: WebSocketURL(
        isSecure: isSecure, host: "q.test", port: isSecure ? 443 : 80, resource: "/v1/quotes?key=s3cret"),
      token: try token.map { try AccessToken($0, from: "TEST") }, remedy: "Press r.",
      wall: Timestamp(seconds: 784_111_777))
  }

  private func answer(_ status: Int, _ headers: [String: String] = [:]) -> WebSocketClosure {
    let head = HTTPResponseHead(
      status: status, reason: "Reason", headers: headers.map { HTTPHeader(name: $0.key, value: $0.value) })
    return WebSocketClosure(code: 1006, reason: "", isClean: false, error: .refused(head))
  }

  @Test("A close frame counts though the server leaves TCP open after it")
  func lingering() throws {
    let context = try context(token: "s3cret")
    for code: UInt16 in [4401, 4403, 1012] {
      let clean = WebSocketClosure(code: code, reason: "maintenance", isClean: true, error: nil)
      let late = WebSocketClosure(code: code, reason: "maintenance", isClean: false, error: .closeTimeout)
      #expect(FailureKind(late, in: context) == FailureKind(clean, in: context))
    }
  }

  @Test(
    "Every failure to talk is retried and says what happened to whom",
    arguments: [
      (.nameResolution(host: "q.test", reason: "unknown"), ["q.test", "unknown"]),
      (
        .connectFailed(host: "q.test", port: 443, reason: "Connection refused"),
        ["port 443", "Connection refused"]
      ),
      (.tls(.expired(on: "2026-01-02")), ["q.test", "expired on 2026-01-02", "renew"]),
      (.tls(.notYetValid(before: "2027-01-02")), ["q.test", "before 2027-01-02", "clock"]),
      (.tls(.selfSigned), ["q.test", "signed by itself", "--ca-file"]),
      (.tls(.unknownIssuer("House CA")), ["q.test", "by \"House CA\"", "--ca-file", "SSL_CERT_FILE"]),
      (.tls(.hostMismatch(names: ["a.test", "b", "c", "d"])), ["q.test", "\"a.test\"", "and 1 more"]),
      (.tls(.hostMismatch(names: [])), ["q.test", "no name at all", "common name"]),
      (.tls(.protocolVersion), ["q.test", "1.2"]), (.tls(.noSharedCipher), ["q.test", "in common"]),
      (.tls(.notTLS), ["q.test", "port 443", "does not speak TLS"]),
      (.tls(.endedInHandshake), ["q.test", "before it was encrypted", "ws://"]),
      (.tls(.wantsClientCertificate), ["q.test", "certificate of yours"]),
      (.tls(.authorities(file: "/ca.pem", reason: "No such file")), ["/ca.pem", "No such file"]),
      (.tls(.other("bad record mac")), ["q.test", "bad record mac"]),
      (.openTimeout, ["q.test", "in time"]), (.noAnswer, ["q.test", "before it answered", "Check the port"]),
      (.speaksTLS, ["q.test", "port 443", "speaks TLS", "wss://"]),
      (.invalidHandshake("no accept"), ["not a WebSocket server", "no accept"]),
      (.handshakeTooLarge(limit: 16 << 10), ["16 KiB"]), (.protocolViolation("masked"), ["masked", "1002"]),
      (.invalidUTF8, ["UTF-8", "1007"]), (.messageTooLarge(limit: 1 << 20), ["1 MiB", "1009"]),
      (.tooManyFragments(limit: 65_536), ["65536 frames", "1009"]),
      (.connectionLost(reason: "reset"), ["lost", "reset"]), (.closeTimeout, ["q.test"]),
      (.sendStalled, ["q.test"]),
      (.aborted, ["q.test"]),
    ] as [(WebSocketError, [String])])
  func errors(error: WebSocketError, words: [String]) throws {
    let closure = WebSocketClosure(code: 1006, reason: "", isClean: false, error: error)
    guard case .transient(let reason, nil) = FailureKind(closure, in: try context()) else {
      Issue.record("\(error) is not retried")
      return
    }
    for word in words { #expect(reason.contains(word)) }
    #expect(reason.hasSuffix(".") && !reason.contains("s3cret"))
  }

  @Test("An address that cannot be used is refused, in sentences that end once")
  func unusableAddress() throws {
    let error = WebSocketError.invalidURL("the port is not usable.")
    let closure = WebSocketClosure(code: 1006, reason: "", isClean: false, error: error)
    guard case .refused(let reason) = FailureKind(closure, in: try context()) else {
      Issue.record("An address that cannot be used is tried again")
      return
    }
    #expect(reason.contains("not usable. Restart"))
  }

  @Test(
    "Every close code but 4401 and 4403 is retried and named",
    arguments: [1000, 1001, 1008, 1011, 1012, 1013, 3000, 4400, 4429])
  func closeCodes(code: UInt16) throws {
    let closure = WebSocketClosure(code: code, reason: "bye\u{1B}[2J s3cret", isClean: true, error: nil)
    guard case .transient(let reason, nil) = FailureKind(closure, in: try context(token: "s3cret")) else {
      Issue.record("\(code) is not retried")
      return
    }
    #expect(reason.contains("code \(code), \"bye [2J …\""))
  }

  @Test("4401 asks for a new token, 4403 is a refusal")
  func tokenCodes() throws {
    let expired = WebSocketClosure(code: 4401, reason: "expired", isClean: true, error: nil)
    #expect(
      FailureKind(expired, in: try context(token: "a"))
        == .tokenExpired(refusal: "Token refused by the server. Press r."))
    let refused = WebSocketClosure(code: 4403, reason: "no", isClean: true, error: nil)
    #expect(
      FailureKind(refused, in: try context(token: "a"))
        == .refused(reason: "Token refused by the server (code 4403: \"no\"). Press r."))
  }

  @Test("HTTP 401 and 403 are refusals with the next step", arguments: [401, 403])
  func refusals(status: Int) throws {
    #expect(
      FailureKind(answer(status), in: try context(token: "a"))
        == .refused(reason: "Token refused by the server (HTTP \(status) Reason). Press r."))
  }

  @Test(
    "Other HTTP answers are retried and named",
    arguments: [
      (200, "captive portal"), (404, "--server"), (407, "login"), (426, "426"), (500, "500"), (502, "502"),
    ])
  func answers(status: Int, word: String) throws {
    guard case .transient(let reason, nil) = FailureKind(answer(status), in: try context()) else {
      Issue.record("HTTP \(status) is not retried")
      return
    }
    #expect(reason.contains("HTTP \(status)") && reason.contains(word) && !reason.contains("s3cret"))
  }

  @Test("A busy server is waited for", arguments: [429, 503])
  func busy(status: Int) throws {
    guard case .transient(_, let wait) = FailureKind(answer(status, ["retry-after": "40"]), in: try context())
    else {
      Issue.record("HTTP \(status) is not retried")
      return
    }
    #expect(wait == .seconds(40))
  }

  @Test(
    "A redirect is followed where it weakens nothing",
    arguments: [
      ("/eu/v1/quotes", "q.test", 443, "/eu/v1/quotes"), ("https://r.test/x?y=1", "r.test", 443, "/x?y=1"),
      ("wss://r.test:8443", "r.test", 8443, "/"),
    ])
  func redirects(location: String, host: String, port: Int, resource: String) throws {
    let target = WebSocketURL(isSecure: true, host: host, port: port, resource: resource)
    #expect(
      FailureKind(answer(302, ["Location": location]), in: try context())
        == .redirected(to: target, status: 302))
  }

  @Test(
    "A redirect that weakens the connection or takes the token away is not followed",
    arguments: [
      ("http://q.test/x", nil), ("ws://r.test/x", nil), ("ftp://q.test/", nil), ("//r.test/", nil), ("", nil),
      ("https://user@r.test/", nil), ("https://r.test/", "token"), ("https://q.test:8443/", "token"),
    ] as [(String, String?)])
  func unsafeRedirects(location: String, token: String?) throws {
    guard
      case .transient(let reason, nil) = FailureKind(
        answer(301, ["Location": location]), in: try context(token: token))
    else {
      Issue.record("\(location) is followed")
      return
    }
    #expect(reason.contains("redirects (HTTP 301)"))
  }

  @Test("The token stays on its server when that turns to encryption")
  func upgradeOfTheSameServer() throws {
    let closure = answer(308, ["Location": "https://q.test/v1/quotes"])
    let target = WebSocketURL(isSecure: true, host: "q.test", port: 443, resource: "/v1/quotes")
    #expect(
      FailureKind(closure, in: try context(token: "a", isSecure: false))
        == .redirected(to: target, status: 308))
  }
}
