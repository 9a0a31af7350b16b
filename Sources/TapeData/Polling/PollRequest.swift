public import TapeWebSocket

/// A request as it goes to a polled source; a key stands in its headers and nowhere else.
public struct PollRequest: Equatable, Sendable {
  /// The address, without any secret.
  public var url: String
  /// The header fields, which may hold keys and are never written anywhere.
  public var headers: [HTTPHeader]
  /// What is posted; nil for a request that only gets.
  public var body: [UInt8]?

  /// A request of those values.
  public init(url: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil) {
    self.url = url
    self.headers = headers
    self.body = body
  }
}
