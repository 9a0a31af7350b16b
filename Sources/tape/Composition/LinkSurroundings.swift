import TapeData
import TapeDomain
import TapeWebSocket

/// What the links of a run share: thread, trust, proxies, log and clock.
struct LinkSurroundings: Sendable {
  let thread: SocketThread
  let trust: TLSTrust
  let proxies: ProxyEnvironment
  let environment: [String: String]
  let log: LinkLog
  let time: TimeSource

  /// Calls over HTTP.
  var http: HTTPClient {
    HTTPClient(trust: trust, proxies: proxies, userAgent: "tape/\(tapeVersion)")
  }
}
