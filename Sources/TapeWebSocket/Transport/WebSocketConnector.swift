/// Makes client connections; a protocol so that the connection above it can be tested without a network.
public protocol WebSocketConnector: Sendable {
  /// Starts connecting and returns at once; what follows is said to `handler`, `.closed` last in every case.
  func connect(
    to url: WebSocketURL, headers: [HTTPHeader], configuration: WebSocketConfiguration,
    handler: any WebSocketHandler
  ) -> any WebSocketLink
}
