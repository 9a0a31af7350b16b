import Foundation
import Synchronization
public import TapeDomain
public import TapeWebSocket

/// A server that plays a recording to each of its clients, from the beginning and at the recording's pace.
///
/// What a client says changes nothing, though its first words are waited for a little. Where the recorded connection ended, so does the client's, and its next one goes
/// on from there; at the end of the recording the connection is closed, and the next one begins anew.
public final class RecordedExchange: Sendable {
  private struct State {
    var server: WebSocketServer?
    /// Sessions whose connection ended and that have more to say, oldest first.
    var unfinished: [Session] = []
  }

  /// A session and the thread that reads it, one at a time.
  private final class Session: @unchecked Sendable {
    // One thread reads it and hands it on when it is done; to be dropped when a class can be sent.
    let recording: any RecordedSession
    init(_ recording: any RecordedSession) { self.recording = recording }
  }

  /// How long a recording waits for its client's first words: what comes before they are said is not for it.
  private static let longestWait = Duration.seconds(1)

  private let list: [UInt8]
  private let makeSession: @Sendable () throws -> any RecordedSession
  private let time: TimeSource
  private let thread: SocketThread
  private let state = Mutex(State())

  /// A server that is not started yet.
  ///
  /// - Parameters:
  ///   - list: The body that answers `GET /v1/watchlist`.
  ///   - time: The clock of the pace.
  ///   - thread: The thread of the connections.
  ///   - makeSession: Opens the recording at its beginning.
  public init(
    list: [UInt8], time: TimeSource, thread: SocketThread,
    makeSession: @escaping @Sendable () throws -> any RecordedSession
  ) {
    self.list = list
    self.time = time
    self.thread = thread
    self.makeSession = makeSession
  }

  /// Listens until ``stop()``.
  ///
  /// - Returns: The base URL.
  /// - Throws: `connectFailed` or `nameResolution` when the address cannot be listened on.
  public func start(host: String, port: Int, encryption: TLSServerSettings?) throws(WebSocketError) -> String
  {
    var limits = WebSocketConfiguration()
    limits.maximumMessageSize = 64 << 10
    limits.maximumSendBuffer = 64 << 20
    let server = try WebSocketServer.listen(
      host: host, port: port, encryption: encryption, configuration: limits, thread: thread,
      makeHandler: { [self] in RecordedClient(exchange: self) })
    state.withLock { $0.server = server }
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(encryption == nil ? "http" : "https")://\(name):\(server.port)"
  }

  /// Cuts every connection and stops listening.
  public func stop() {
    let server = state.withLock { state in
      defer { state.server = nil }
      return state.server
    }
    server?.close()
  }

  /// The answer to a request; nil when it is one for the feed.
  func answer(_ head: HTTPRequestHead) -> HTTPAnswer? {
    switch RequestRouter.route(head, access: AccessPolicy(token: nil), isFixed: true) {
    case .feed: nil
    case .answer(let answer): answer
    // A recording has one list and no instruments beside it.
    case .watchlist, .instruments, .change: .ok(list)
    }
  }

  /// Plays to a client that was let in, on a thread of its own, until it leaves or its connection has ended.
  func play(to link: any WebSocketServerLink, client: RecordedClient) {
    let player = Thread { [self] in
      do {
        let session = try takeUnfinished() ?? Session(makeSession())
        if try play(session.recording, to: link, client) {
          state.withLock { $0.unfinished.append(session) }
          link.reset()
        } else {
          link.close(code: 1001, reason: "The recording has ended.")
        }
      } catch {
        link.close(code: 1011, reason: "The recording can't be read on.")
      }
    }
    player.name = "tape-recording"
    player.start()
  }

  private func takeUnfinished() -> Session? {
    state.withLock { $0.unfinished.isEmpty ? nil : $0.unfinished.removeFirst() }
  }

  /// Plays one recorded connection; whether the recording goes on after it.
  private func play(
    _ session: any RecordedSession, to link: any WebSocketServerLink, _ client: RecordedClient
  ) throws -> Bool {
    var start: (here: Instant, there: Int64)?
    while let (at, event) = try session.next() {
      if client.isGone { return false }
      guard let begin = start else {
        // What was before the connection is not for a client.
        guard event == .connected else { continue }
        let latest = time.now + Self.longestWait
        while !client.isReady, time.now < latest { Thread.sleep(forTimeInterval: 0.005) }
        start = (time.now, at)
        continue
      }
      wait(until: begin.here + .nanoseconds(at - begin.there), client)
      switch event {
      case .connected: break
      case .texts(let texts):
        for text in texts { link.send(text: text) }
        // A client that does not read makes its own recording wait, and nothing else.
        while link.bytesWaiting > 1 << 20, !client.isGone { Thread.sleep(forTimeInterval: 0.01) }
      case .disconnected: return true
      }
    }
    return false
  }

  private func wait(until due: Instant, _ client: RecordedClient) {
    while !client.isGone {
      let rest = (due - time.now).wholeMilliseconds
      if rest <= 0 { return }
      Thread.sleep(forTimeInterval: TimeInterval(min(rest, 200)) / 1000)
    }
  }
}
