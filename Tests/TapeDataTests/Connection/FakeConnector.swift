import Synchronization
import TapeDomain
import TapeTestSupport
import TapeWebSocket

/// A connector whose connections do what a test says.
final class FakeConnector: WebSocketConnector {
  private let links = Mutex<[FakeLink]>([])
  private let waiting = WaitingList()
  private let clock: ManualClock

  init(clock: ManualClock) {
    self.clock = clock
  }

  /// How many connections were started.
  var count: Int { links.withLock { $0.count } }

  func connect(
    to url: WebSocketURL, headers: [HTTPHeader], configuration: WebSocketConfiguration,
    handler: any WebSocketHandler
  ) -> any WebSocketLink {
    let link = FakeLink(url: url, handler: handler, clock: clock)
    waiting.reach(
      links.withLock { links in
        links.append(link)
        return links.count
      })
    return link
  }

  /// The connection that was started as number `index`, from 0; waits for it. A cancelled test gets one that nobody
  /// started.
  func link(_ index: Int) async -> FakeLink {
    await waiting.wait(for: index + 1)
    let nobodys = WebSocketURL(isSecure: false, host: "nobody", port: 1, resource: "/")
    return links.withLock { index < $0.count ? $0[index] : nil }
      ?? FakeLink(url: nobodys, handler: DeafHandler(), clock: clock)
  }
}

/// Hears nothing.
private final class DeafHandler: WebSocketHandler {
  func webSocket(
    _ link: any WebSocketLink, received events: [WebSocketEvent], at now: ContinuousClock.Instant
  ) {}
}

/// A connection that keeps what is asked of it and delivers what a test says.
final class FakeLink: WebSocketLink {
  private struct State {
    var sent: [String] = []
    var pings: [[UInt8]] = []
    var readings: [Bool] = []
    var closeCodes: [UInt16] = []
    var isAborted = false
  }

  let url: WebSocketURL
  private let handler: any WebSocketHandler
  private let clock: ManualClock
  private let state = Mutex(State())

  init(url: WebSocketURL, handler: any WebSocketHandler, clock: ManualClock) {
    self.url = url
    self.handler = handler
    self.clock = clock
  }

  var sent: [String] { state.withLock { $0.sent } }
  var pings: [[UInt8]] { state.withLock { $0.pings } }
  var readings: [Bool] { state.withLock { $0.readings } }
  var closeCodes: [UInt16] { state.withLock { $0.closeCodes } }
  var isAborted: Bool { state.withLock { $0.isAborted } }

  func send(binary: [UInt8]) {}
  func send(text: [UInt8]) { state.withLock { $0.sent.append(String(decoding: text, as: UTF8.self)) } }
  func ping(_ payload: [UInt8]) { state.withLock { $0.pings.append(payload) } }
  func pong(_ payload: [UInt8]) {}
  func close(code: UInt16, reason: String) { state.withLock { $0.closeCodes.append(code) } }
  func abort() { state.withLock { $0.isAborted = true } }
  func setReading(_ isReading: Bool) { state.withLock { $0.readings.append(isReading) } }
  let bytesWaiting = 0
  let traffic = WebSocketTraffic(received: 10, sent: 1)

  /// Delivers `events` as one read.
  func deliver(_ events: [WebSocketEvent]) {
    handler.webSocket(self, received: events, at: clock.now.continuous)
  }

  /// Accepts the upgrade.
  func open() {
    deliver([.opened(HTTPResponseHead(status: 101, reason: "Switching Protocols", headers: []))])
  }

  /// Delivers text frames as one read.
  func say(_ frames: String...) {
    deliver(frames.map { .text(ArraySlice($0.utf8)) })
  }

  /// Answers the newest ping.
  func answerPing() {
    if let ping = pings.last { deliver([.pong(ArraySlice(ping))]) }
  }

  /// Ends the connection.
  func end(code: UInt16 = 1006, reason: String = "", error: WebSocketError? = nil) {
    deliver([.closed(WebSocketClosure(code: code, reason: reason, isClean: false, error: error))])
  }
}
