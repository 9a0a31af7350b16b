/// Heads of the sample handshake; the key is the one of RFC 6455 §1.3.
enum Wire {
  static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

  static let acceptance = response(["Sec-WebSocket-Accept: \(accept)"])

  static let request = request([
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
  ])

  /// A 101 with the two headers of every upgrade and these.
  static func response(_ headers: [String]) -> String {
    head(
      ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"] + headers)
  }

  /// A request with the three headers of every upgrade and these.
  static func request(_ headers: [String]) -> String {
    head(
      ["GET /chat HTTP/1.1", "Host: server.example.com", "Upgrade: websocket", "Connection: Upgrade"]
        + headers)
  }

  static func head(_ lines: [String]) -> String {
    lines.map { $0 + "\r\n" }.joined() + "\r\n"
  }
}
