/// One header line of a handshake, in the order it came.
public struct HTTPHeader: Equatable, Sendable {
  /// The field's name as it was sent; names are compared without regard to case.
  public let name: String
  /// The field's value without surrounding white space.
  public let value: String

  /// A header of that name and value.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// The status line and headers of an HTTP response.
public struct HTTPResponseHead: Equatable, Sendable {
  /// The status code, 100 to 999.
  public let status: Int
  /// The reason phrase; may be empty.
  public let reason: String
  /// The header fields in their order.
  public let headers: [HTTPHeader]

  /// A head of those values.
  public init(status: Int, reason: String, headers: [HTTPHeader]) {
    self.status = status
    self.reason = reason
    self.headers = headers
  }

  /// The value of the first field of that name, compared without regard to case.
  public subscript(name: String) -> String? { headers.first(named: name) }
}

/// The request line and headers of an HTTP request.
public struct HTTPRequestHead: Equatable, Sendable {
  /// The method, such as `GET`.
  public let method: String
  /// The request target, such as `/v1/quotes?x=1`.
  public let target: String
  /// The header fields in their order.
  public let headers: [HTTPHeader]

  /// A head of those values.
  public init(method: String, target: String, headers: [HTTPHeader]) {
    self.method = method
    self.target = target
    self.headers = headers
  }

  /// The value of the first field of that name, compared without regard to case.
  public subscript(name: String) -> String? { headers.first(named: name) }
}

extension [HTTPHeader] {
  /// The value of the first field of that name, compared without regard to case (RFC 9110 §5.1).
  public func first(named name: String) -> String? {
    first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
