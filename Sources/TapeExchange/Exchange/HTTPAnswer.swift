import TapeWebSocket

/// A plain HTTP response with a JSON body.
struct HTTPAnswer: Equatable, Sendable {
  /// The status code.
  let status: Int
  /// The reason phrase.
  let reason: String
  /// The header fields beside those of the transport.
  var headers = [HTTPHeader(name: "Content-Type", value: "application/json; charset=utf-8")]
  /// The body.
  let body: [UInt8]

  /// A success.
  static func ok(_ body: [UInt8]) -> HTTPAnswer {
    HTTPAnswer(status: 200, reason: "OK", body: body)
  }

  /// A failure whose body says what happened.
  static func failure(_ status: Int, _ reason: String, _ error: ClientError) -> HTTPAnswer {
    HTTPAnswer(status: status, reason: reason, body: FrameEncoder.error(error))
  }
}
