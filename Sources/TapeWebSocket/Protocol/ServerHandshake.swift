/// A request that waits for the owner's answer: the server's side of the opening handshake (RFC 6455 §4.2).
struct ServerHandshake: Sendable {
  /// Why a request is no valid upgrade, and the response that says so.
  struct Refusal: Error {
    /// The response's status: 400, or 426 when the request asks for no upgrade or another version.
    let status: Int
    /// The response's reason phrase.
    let phrase: String
    /// More header fields of the response.
    var headers: [HTTPHeader] = []
    /// The rule that the request breaks.
    let rule: String
  }

  /// What a response says that speaks of an upgrade (RFC 9110 §7.8).
  private static let upgrade = [
    HTTPHeader(name: "Upgrade", value: "websocket"), HTTPHeader(name: "Connection", value: "Upgrade"),
  ]

  /// The request.
  let request: HTTPRequestHead
  /// Its version.
  let version: HTTPVersion

  /// The request in a parsed head.
  init(_ head: HandshakeParser<HTTPRequestLine>.Head) {
    request = HTTPRequestHead(
      method: head.startLine.method, target: head.startLine.target, headers: head.headers)
    version = head.startLine.version
  }

  /// The response that accepts the upgrade, and compression on those terms (RFC 6455 §4.2.2).
  func acceptance(
    headers: [HTTPHeader], compression: CompressionTerms? = nil, sha1: ([UInt8]) -> [UInt8]
  ) throws(Refusal) -> HTTPResponseHead {
    let accept = HTTPHeader(
      name: "Sec-WebSocket-Accept", value: HandshakeKey.accept(for: try key(), sha1: sha1))
    let own = Self.upgrade + [accept] + (compression.map { [$0.answer] } ?? [])
    return HTTPResponseHead(status: 101, reason: "Switching Protocols", headers: own + headers)
  }

  /// A plain response with the length of its body, after which the connection ends.
  ///
  /// The body is left out when the request is `HEAD` (RFC 9110 §9.3.2).
  func response(status: Int, reason: String, headers: [HTTPHeader], body: [UInt8]) -> [UInt8] {
    Self.response(
      status: status, reason: reason, headers: headers, body: body, isHead: request.method == "HEAD")
  }

  /// The response to a head that could not be read.
  static func response(to error: WebSocketError) -> [UInt8] {
    if case .handshakeTooLarge = error {
      return response(status: 431, reason: "Request Header Fields Too Large")
    }
    return response(status: 400, reason: "Bad Request")
  }

  private static func response(
    status: Int, reason: String, headers: [HTTPHeader] = [], body: [UInt8] = [], isHead: Bool = false
  ) -> [UInt8] {
    let own = [
      HTTPHeader(name: "Content-Length", value: "\(body.count)"),
      HTTPHeader(name: "Connection", value: "close"),
    ]
    let head = HTTPResponseHead(status: status, reason: reason, headers: headers + own)
    return head.encoded + (isHead ? [] : body)
  }

  /// The request's key, when the request is a valid upgrade (RFC 6455 §4.2.1).
  private func key() throws(Refusal) -> String {
    let headers = request.headers
    guard request.method == "GET", version.allowsUpgrade, headers.values(named: "Host").count == 1 else {
      throw Refusal(
        status: 400, phrase: "Bad Request", rule: "the upgrade is no GET of HTTP/1.1 with one Host header")
    }
    guard headers.hasToken("websocket", named: "Upgrade"), headers.hasToken("upgrade", named: "Connection")
    else {
      throw Refusal(
        status: 426, phrase: "Upgrade Required",
        headers: Self.upgrade,
        rule: "the request does not ask for an upgrade to websocket")
    }
    guard headers.values(named: "Sec-WebSocket-Version") == ["13"] else {
      throw Refusal(
        status: 426, phrase: "Upgrade Required",
        headers: Self.upgrade + [HTTPHeader(name: "Sec-WebSocket-Version", value: "13")],
        rule: "the version of the protocol asked for is not 13")
    }
    let keys = headers.values(named: "Sec-WebSocket-Key")
    guard keys.count == 1, let key = keys.first, Base64.isSixteenBytes(key) else {
      throw Refusal(
        status: 400, phrase: "Bad Request", rule: "Sec-WebSocket-Key is not the Base64 of sixteen bytes")
    }
    return key
  }
}
