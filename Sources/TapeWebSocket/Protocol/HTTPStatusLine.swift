/// The first line of a response, such as `HTTP/1.1 101 Switching Protocols` (RFC 9112 §4).
struct HTTPStatusLine: HTTPStartLine {
  /// The version, 1.0 or 1.1 and the like.
  let version: HTTPVersion
  /// The status code, 100 to 999.
  let status: Int
  /// The reason phrase; may be empty.
  let reason: String

  init(parsing line: [UInt8]) throws(WebSocketError) {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, let version = HTTPVersion(parsing: parts[0]),
      parts[1].count == 3, let status = Int(decimal: parts[1]), status >= 100,
      line.allSatisfy(\.isFieldContent)
    else { throw .invalidHandshake("the answer does not begin with an HTTP status line") }
    self.version = version
    self.status = status
    reason = parts.count == 3 ? String(decoding: parts[2], as: UTF8.self) : ""
  }
}
