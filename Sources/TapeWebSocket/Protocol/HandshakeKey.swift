/// The proof that a server understood the upgrade (RFC 6455 §1.3).
enum HandshakeKey {
  /// The value of `Sec-WebSocket-Accept` that answers a `Sec-WebSocket-Key`.
  static func accept(for key: String, sha1: ([UInt8]) -> [UInt8]) -> String {
    Base64.encode(sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
  }
}
