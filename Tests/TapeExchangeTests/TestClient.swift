import Foundation
import TapeDomain
import TapeWebSocket

@testable import TapeExchange

/// A client on a real socket that keeps what it is told but for the introduction, in order.
final class TestClient: WebSocketHandler {
  let events: AsyncStream<WebSocketEvent>
  private let continuation: AsyncStream<WebSocketEvent>.Continuation

  init() {
    (events, continuation) = AsyncStream.makeStream(of: WebSocketEvent.self)
  }

  func webSocket(
    _ link: any WebSocketLink, received events: [WebSocketEvent], at now: ContinuousClock.Instant
  ) {
    for event in events where event != .text(FrameEncoder.source[...]) { continuation.yield(event) }
    if case .closed = events.last { continuation.finish() }
  }

  /// How the connection ended.
  func closure() async -> WebSocketClosure? {
    for await event in events {
      if case .closed(let closure) = event { return closure }
    }
    return nil
  }
}

/// A started exchange and a way to connect to it.
struct RunningExchange {
  let exchange: DemoExchange
  let thread: SocketThread
  let port: Int

  init(_ configuration: ExchangeConfiguration, time: TimeSource? = nil) async throws {
    let system = TimeSource.system {
      Timestamp(nanoseconds: Int64(Date().timeIntervalSince1970 * 1_000) * 1_000_000)
    }
    thread = try SocketThread()
    exchange = DemoExchange(configuration: configuration, time: time ?? system, thread: thread)
    let base = try await exchange.start()
    port = Int(base.split(separator: ":").last ?? "") ?? 0
  }

  func connect(_ client: TestClient, to path: String = "/v1/quotes", token: String? = nil)
    -> any WebSocketLink
  {
    SocketConnector(thread: thread).connect(
      to: WebSocketURL(isSecure: false, host: "127.0.0.1", port: port, resource: path),
      headers: token.map { [HTTPHeader(name: "Authorization", value: "Bearer \($0)")] } ?? [],
      configuration: WebSocketConfiguration(), handler: client)
  }

  func stop() async {
    await exchange.stop()
    thread.stop()
  }
}

extension AsyncStream<WebSocketEvent>.Iterator {
  /// The next message, whatever else comes before it; nil when the connection ended.
  mutating func message() async -> WireMessage? {
    while let event = await next(isolation: #isolation) {
      guard case .text(let bytes) = event else { continue }
      if let message = WireMessage(String(decoding: bytes, as: UTF8.self)) { return message }
    }
    return nil
  }
}

extension WebSocketLink {
  /// Sends a command.
  func say(_ text: String) {
    send(text: Array(text.utf8))
  }
}
