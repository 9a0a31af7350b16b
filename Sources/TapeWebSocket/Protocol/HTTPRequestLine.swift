/// The first line of a request, such as `GET /v1/quotes HTTP/1.1` (RFC 9112 §3).
struct HTTPRequestLine: HTTPStartLine {
  /// The method.
  let method: String
  /// The request target.
  let target: String
  /// The version, 1.0 or 1.1 and the like.
  let version: HTTPVersion

  init(parsing line: [UInt8]) throws(WebSocketError) {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, let version = HTTPVersion(parsing: parts[2]),
      !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenCharacter),
      !parts[1].isEmpty, parts[1].allSatisfy(\.isVisibleASCII)
    else { throw .invalidHandshake("the request does not begin with an HTTP request line") }
    method = String(decoding: parts[0], as: UTF8.self)
    target = String(decoding: parts[1], as: UTF8.self)
    self.version = version
  }
}
