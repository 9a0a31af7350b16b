/// How busy a connection's socket is.
struct LinkLoad: Equatable, Sendable {
  /// From so many waiting bytes on, a link is not given more.
  static let highWater = 8 << 10

  /// Bytes that the system has not taken yet.
  var waiting = 0
  /// Bytes the system has taken since the connection opened.
  var sent = 0

  /// Whether the link may be given more.
  var isClear: Bool { waiting < Self.highWater }
}
