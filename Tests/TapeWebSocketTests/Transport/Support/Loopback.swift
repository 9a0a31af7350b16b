import Foundation
import Testing

@testable import TapeWebSocket

/// A server on loopback, a connector, and the socket thread of both.
struct Loopback: Sendable {
  let thread: SocketThread
  let server: WebSocketServer
  let connector: SocketConnector
  private let isSecure: Bool

  init(
    host: String = "127.0.0.1", certificate: TestCertificate? = nil,
    configuration: WebSocketConfiguration = WebSocketConfiguration(),
    makeHandler: @escaping @Sendable () -> any WebSocketServerHandler = ServerHandler.echo
  ) throws {
    thread = try SocketThread()
    server = try WebSocketServer.listen(
      host: host, port: 0, encryption: try certificate.map { try TLSServerSettings($0.identity) },
      configuration: configuration, thread: thread, makeHandler: makeHandler)
    connector = SocketConnector(thread: thread, trust: certificate?.trust ?? TLSTrust())
    isSecure = certificate != nil
  }

  /// Starts a client of this server.
  func connect(
    _ handler: any WebSocketHandler, configuration: WebSocketConfiguration = WebSocketConfiguration()
  ) -> any WebSocketLink {
    connector.connect(
      to: url(host: server.host, port: server.port, isSecure: isSecure), headers: [],
      configuration: configuration,
      handler: handler)
  }

  /// A client of this server that is open.
  func open(
    _ recorder: EventRecorder = EventRecorder(),
    configuration: WebSocketConfiguration = WebSocketConfiguration()
  ) async throws -> (link: any WebSocketLink, events: EventRecorder) {
    let link = connect(recorder, configuration: configuration)
    let first = try #require(await recorder.next())
    guard case .opened = first else {
      throw Unexpected(description: "\(first) instead of opened")
    }
    return (link, recorder)
  }

  /// Ends the thread and all on it.
  func end() {
    server.close()
    thread.stop()
  }
}

/// What a test did not wait for.
struct Unexpected: Error, CustomStringConvertible {
  let description: String
}

/// A URL of a server that a test runs.
func url(host: String, port: Int, isSecure: Bool = false) -> WebSocketURL {
  WebSocketURL(isSecure: isSecure, host: host, port: port, resource: "/")
}

extension SocketThread {
  /// Returns when the thread has done everything that was asked of it before, and a turn more.
  func settle() async {
    await withCheckedContinuation { continuation in
      let isRunning = run { [self] in loop.value.atEndOfTurn { continuation.resume() } }
      if !isRunning { continuation.resume() }
    }
  }
}
