@testable import TapeWebSocket

/// A server's handler made of one closure, told each event on the socket thread.
final class ServerHandler: WebSocketServerHandler {
  typealias React = @Sendable (any WebSocketServerLink, WebSocketEvent) -> Void

  private let react: React
  private let drained: @Sendable () -> Void

  init(drained: @escaping @Sendable () -> Void = {}, react: @escaping React) {
    self.react = react
    self.drained = drained
  }

  /// Accepts and sends every text back.
  static let echo: @Sendable () -> any WebSocketServerHandler = {
    ServerHandler { link, event in
      switch event {
      case .request: link.accept(headers: [])
      case .text(let bytes): link.send(text: Array(bytes))
      default: break
      }
    }
  }

  /// Accepts, then does `react` for whatever comes.
  static func accepting(_ react: @escaping React) -> @Sendable () -> any WebSocketServerHandler {
    {
      ServerHandler { link, event in
        if case .request = event { link.accept(headers: []) }
        react(link, event)
      }
    }
  }

  func webSocket(
    _ link: any WebSocketServerLink, received events: [WebSocketEvent], at now: ContinuousClock.Instant
  ) {
    for event in events { react(link, event) }
  }

  func webSocketDrained(_ link: any WebSocketServerLink) {
    drained()
  }
}
