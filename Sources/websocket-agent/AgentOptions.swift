import TapeWebSocket

/// What the command line asks for.
struct AgentOptions {
  /// Where to connect.
  let url: WebSocketURL
  /// Limits and times of the connection.
  var configuration = AgentOptions.configuration
  /// A PEM file with the only authorities that count; nil leaves the system's.
  var certificateFile: String?
  /// The proxies to go through; none unless one is given.
  var proxies = ProxyEnvironment()
  /// How often a ping is sent; nil for never, since an echo sends nothing of its own.
  var pingInterval: Duration?
  /// How long the answer to a ping may take; nil for as long as the interval.
  var pongTimeout: Duration?

  /// The defaults: messages up to 16 MiB, in up to 131,072 frames (a case of the suite sends 65,537), and a
  /// peer that takes nothing for 15 s is left.
  private static var configuration: WebSocketConfiguration {
    var configuration = WebSocketConfiguration()
    configuration.maximumMessageSize = 16 << 20
    configuration.maximumFragments = 1 << 17
    configuration.sendTimeout = .seconds(15)
    return configuration
  }
}
