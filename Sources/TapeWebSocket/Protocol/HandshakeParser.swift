/// Reads the head of an HTTP message as its bytes arrive, in linear time (RFC 9112 §2).
///
/// A line that is wrong is refused when it ends, so that a peer which speaks something else is found out
/// before the timeout. Lines may end with a bare LF (§2.2 allows it). Nothing behind the head is touched.
struct HandshakeParser<StartLine: HTTPStartLine>: Sendable {
  /// A whole head.
  struct Head: Sendable {
    /// Its first line.
    let startLine: StartLine
    /// Its header fields in their order.
    let headers: [HTTPHeader]
  }

  private let limit: Int
  private var size = 0
  private var line: [UInt8] = []
  private var startLine: StartLine?
  private var headers: [HTTPHeader] = []

  /// A parser that takes at most `limit` bytes, over all the heads it reads.
  init(limit: Int) {
    self.limit = limit
  }

  /// Reads on from `position`, which moves behind what was taken; a head when one is whole.
  mutating func next(in bytes: [UInt8], at position: inout Int) throws(WebSocketError) -> Head? {
    while position < bytes.count {
      guard size < limit else { throw .handshakeTooLarge(limit: limit) }
      let byte = bytes[position]
      position += 1
      size += 1
      if byte != UInt8(ascii: "\n") {
        line.append(byte)
      } else if let head = try endLine() {
        return head
      }
    }
    return nil
  }

  private mutating func endLine() throws(WebSocketError) -> Head? {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer { line.removeAll(keepingCapacity: true) }
    guard let startLine else {
      startLine = try StartLine(parsing: line)
      return nil
    }
    guard line.isEmpty else {
      headers.append(try HTTPHeader(parsing: line))
      return nil
    }
    defer {
      self.startLine = nil
      headers = []
    }
    return Head(startLine: startLine, headers: headers)
  }
}
