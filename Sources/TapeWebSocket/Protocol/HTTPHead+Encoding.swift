extension HTTPRequestHead {
  /// The head on the wire, as HTTP/1.1, the empty line included.
  var encoded: [UInt8] { encodeHead("\(method) \(target) HTTP/1.1", headers) }
}

extension HTTPResponseHead {
  /// The head on the wire, as HTTP/1.1, the empty line included.
  var encoded: [UInt8] { encodeHead("HTTP/1.1 \(status) \(reason)", headers) }
}

/// Writes a head; a control character becomes a space, so that no value can end its line (RFC 9110 §5.5).
private func encodeHead(_ startLine: String, _ headers: [HTTPHeader]) -> [UInt8] {
  var bytes: [UInt8] = []
  for line in [startLine] + headers.map({ "\($0.name): \($0.value)" }) {
    bytes += line.utf8.map { $0.isFieldContent ? $0 : UInt8(ascii: " ") }
    bytes += "\r\n".utf8
  }
  return bytes + "\r\n".utf8
}
