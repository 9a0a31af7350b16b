/// The first line of an HTTP message: a request line or a status line.
protocol HTTPStartLine: Sendable {
  /// Reads the line, without its end.
  init(parsing line: [UInt8]) throws(WebSocketError)
}
