import TapeDomain
import TapeWebSocket
import Testing

@testable import TapeData

@Suite struct CredentialsTests {
  private static let one = [KeyVariable("ACME_KEY", header: "X-Acme-Token", query: "token")]
  private static let two = [
    KeyVariable("ACME_ID", header: "ACME-ID"),
    KeyVariable("ACME_SECRET", header: "Authorization", prefix: "apikey "),
  ]
  private static let page = "https://acme.test/keys"

  private func credentials(
    _ variables: [KeyVariable], _ environment: [String: String]
  ) throws -> Credentials {
    try Credentials(variables, of: "Acme", page: Self.page, environment: environment)
  }

  @Test("A missing key is named with its variable and the place where one gets it")
  func missing() throws {
    let cases: [([KeyVariable], [String: String], String)] = [
      (Self.one, [:], "set ACME_KEY in"), (Self.one, ["ACME_KEY": ""], "set ACME_KEY in"),
      (Self.two, [:], "set ACME_ID and ACME_SECRET in"),
      (Self.two, ["ACME_ID": "abcd"], "set ACME_SECRET in"),
    ]
    for (variables, environment, words) in cases {
      let error = try #require(throws: TokenError.self) { try credentials(variables, environment) }
      #expect(error.sentence.contains(words) && error.sentence.contains(Self.page), "\(error.sentence)")
    }
  }

  @Test(
    "What cannot be a key is refused without being repeated",
    arguments: ["s3cret s3cret", "s3crét", "s3\u{1B}cret", " s3cret"])
  func unfit(text: String) throws {
    let error = try #require(throws: TokenError.self) { try credentials(Self.one, ["ACME_KEY": text]) }
    #expect(error.sentence.hasPrefix("ACME_KEY has ") && !error.sentence.contains("s3"))
  }

  @Test(
    "Requests carry keys in their fields; the handshake carries one in its address where the source takes it nowhere else"
  )
  func places() throws {
    let url = WebSocketURL(isSecure: true, host: "acme.test", port: 443, resource: "/stream")
    let single = try credentials(Self.one, ["ACME_KEY": "s3c+t/=\n"])
    #expect(single.headers == [HTTPHeader(name: "X-Acme-Token", value: "s3c+t/=")])
    #expect(single.handshake(to: url).url.resource == "/stream?token=s3c%2Bt%2F%3D")
    #expect(single.handshake(to: url).headers.isEmpty)
    #expect(single.secrets == ["s3c+t/=", "s3c%2Bt%2F%3D"])
    let double = try credentials(Self.two, ["ACME_ID": "id", "ACME_SECRET": "s3cret"])
    let headers = [
      HTTPHeader(name: "ACME-ID", value: "id"), HTTPHeader(name: "Authorization", value: "apikey s3cret"),
    ]
    #expect(double.headers == headers && double.handshake(to: url).headers == headers)
    #expect(double.handshake(to: url).url == url && double.secrets == ["id", "s3cret"])
  }

  @Test("Keys do not show themselves in logs and dumps, and are not sent where anyone could read them")
  func hidden() throws {
    let credentials = try credentials(Self.one, ["ACME_KEY": "s3cret"])
    var dumped = ""
    dump(credentials, to: &dumped)
    #expect(
      !"\(credentials) \(String(reflecting: credentials)) \(dumped) \(credentials.remedy)".contains("s3cret"))
    #expect(credentials.remedy.contains("ACME_KEY") && credentials.remedy.contains(Self.page))
    #expect(Credentials.refusal(isSecure: false, host: "acme.test")?.contains("The key is not sent") == true)
    #expect(Credentials.refusal(isSecure: false, host: "127.0.0.1") == nil)
    #expect(Credentials.refusal(isSecure: true, host: "acme.test") == nil)
  }

  @Test("A key that the server refuses and repeats is in no sentence, and is not carried to another server")
  func refused() throws {
    let credentials = try credentials(Self.one, ["ACME_KEY": "s3cret"])
    let context = FailureKind.Context(
      url: WebSocketURL(isSecure: true, host: "acme.test", port: 443, resource: "/"), token: nil,
      hasKeys: true,
      secrets: credentials.secrets, remedy: credentials.remedy, wall: Timestamp(seconds: 784_111_777))
    func closure(_ status: Int, _ headers: [HTTPHeader] = []) -> WebSocketClosure {
      let head = HTTPResponseHead(status: status, reason: "Invalid s3cret", headers: headers)
      return WebSocketClosure(code: 1006, reason: "", isClean: false, error: .refused(head))
    }
    for status in [401, 403] {
      guard case .refused(let reason) = FailureKind(closure(status), in: context) else {
        Issue.record("\(status) is tried again")
        continue
      }
      #expect(reason.contains("\"acme.test\" refused the key") && reason.contains("ACME_KEY"))
      #expect(!reason.contains("s3cret"))
    }
    let elsewhere = HTTPHeader(name: "Location", value: "wss://other.test/?token=s3cret")
    guard case .transient(let reason, _) = FailureKind(closure(302, [elsewhere]), in: context) else {
      Issue.record("it is followed")
      return
    }
    #expect(reason.contains("where the key is not carried") && !reason.contains("s3cret"))
  }
}
