/// The client's side of the opening handshake (RFC 6455 §4.1).
struct ClientHandshake: Sendable {
  /// How many interim responses (1xx other than 101) may come before the answer.
  static let maximumInterimResponses = 5

  /// The upgrade request on the wire.
  let request: [UInt8]
  private let expectedAccept: String
  private let subprotocols: [String]
  private let offersCompression: Bool
  private var parser: HandshakeParser<HTTPStatusLine>
  private var interimResponses = 0
  /// The first bytes of the answer, which tell HTTP from TLS.
  private var beginning: [UInt8] = []

  /// A handshake for that URL.
  ///
  /// - Parameters:
  ///   - headers: More fields of the request, `Sec-WebSocket-Protocol` among them; those that the handshake
  ///     itself sets, and an offer of extensions, are left out.
  ///   - nonce: Sixteen random bytes.
  init(
    url: WebSocketURL, headers: [HTTPHeader], offersCompression: Bool = false, limit: Int, nonce: [UInt8],
    sha1: ([UInt8]) -> [UInt8]
  ) {
    let key = Base64.encode(nonce)
    var own = [
      HTTPHeader(name: "Host", value: url.hostHeader),
      HTTPHeader(name: "Upgrade", value: "websocket"),
      HTTPHeader(name: "Connection", value: "Upgrade"),
      HTTPHeader(name: "Sec-WebSocket-Key", value: key),
      HTTPHeader(name: "Sec-WebSocket-Version", value: "13"),
    ]
    if offersCompression { own.append(CompressionTerms.offer) }
    let reserved = Set(own.map { $0.name.lowercased() }).union(["sec-websocket-extensions"])
    let more = headers.filter { !reserved.contains($0.name.lowercased()) }
    request = HTTPRequestHead(method: "GET", target: url.resource, headers: own + more).encoded
    expectedAccept = HandshakeKey.accept(for: key, sha1: sha1)
    subprotocols = more.tokens(named: "Sec-WebSocket-Protocol")
    self.offersCompression = offersCompression
    parser = HandshakeParser(limit: limit)
  }

  /// Reads on from `position`; the server's head when it accepted the upgrade.
  ///
  /// Throws ``WebSocketError/refused(_:)`` for another status than 101; its body is not read.
  mutating func receive(
    _ bytes: [UInt8], at position: inout Int
  ) throws(WebSocketError) -> HTTPResponseHead? {
    try lookForTLS(bytes[position...])
    while let head = try parser.next(in: bytes, at: &position) {
      let response = HTTPResponseHead(
        status: head.startLine.status, reason: head.startLine.reason, headers: head.headers)
      switch response.status {
      case 101:
        try check(response, version: head.startLine.version)
        return response
      case 100..<200:
        interimResponses += 1
        guard interimResponses <= Self.maximumInterimResponses else {
          throw .invalidHandshake("more than \(Self.maximumInterimResponses) interim responses came")
        }
      default:
        throw .refused(response)
      }
    }
    return nil
  }

  /// Says so at once when what answers is an alert or a handshake of TLS (RFC 8446 §5.1), which has no line to wait for.
  private mutating func lookForTLS(_ bytes: ArraySlice<UInt8>) throws(WebSocketError) {
    guard beginning.count < 2 else { return }
    beginning += bytes.prefix(2 - beginning.count)
    if beginning == [0x15, 3] || beginning == [0x16, 3] { throw .speaksTLS }
  }

  /// The terms of compression in an accepted upgrade; nil when there is none.
  func compressionTerms(in response: HTTPResponseHead) throws(WebSocketError) -> CompressionTerms? {
    try .accepted(in: response.headers, isOffered: offersCompression)
  }

  private func check(_ response: HTTPResponseHead, version: HTTPVersion) throws(WebSocketError) {
    let headers = response.headers
    guard version.allowsUpgrade else {
      throw .invalidHandshake("the answer is not HTTP/1.1 (RFC 6455 §4.1)")
    }
    guard headers.hasToken("websocket", named: "Upgrade") else {
      throw .invalidHandshake("the Upgrade header does not say websocket (RFC 6455 §4.1)")
    }
    guard headers.hasToken("upgrade", named: "Connection") else {
      throw .invalidHandshake("the Connection header does not say Upgrade (RFC 6455 §4.1)")
    }
    guard headers.values(named: "Sec-WebSocket-Accept") == [expectedAccept] else {
      throw .invalidHandshake("Sec-WebSocket-Accept does not match the key that was sent (RFC 6455 §4.1)")
    }
    let chosen = headers.values(named: "Sec-WebSocket-Protocol")
    guard chosen.isEmpty || (chosen.count == 1 && subprotocols.contains(chosen[0])) else {
      throw .invalidHandshake("the server uses a subprotocol that was not asked for (RFC 6455 §4.1)")
    }
  }
}
