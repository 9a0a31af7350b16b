public import TapeWebSocket

/// The last answer to an HTTP request, after redirects.
public struct HTTPResponse: Equatable, Sendable {
  /// The status code.
  public let status: Int
  /// The header fields in their order.
  public let headers: [HTTPHeader]
  /// The body as it was sent.
  public let body: [UInt8]

  /// An answer of those values.
  public init(status: Int, headers: [HTTPHeader], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first field of that name, compared without regard to case.
  public subscript(name: String) -> String? { headers.first(named: name) }
}
