public import TapeWebSocket

/// Why a request got no answer.
public enum HTTPError: Error, Equatable, Sendable {
  /// The server could not be reached, or the connection broke; `reason` is curl's.
  case unreachable(reason: String)
  /// The connection could not be encrypted as it has to be.
  case tls(TLSFailure)
  /// No whole answer came within that time.
  case timedOut(Duration)
  /// The answer ended before its announced length.
  case truncated
  /// The answer is larger than that many bytes.
  case tooLarge(limit: Int)
  /// The server redirected more often than that.
  case tooManyRedirects(limit: Int)
  /// A redirect leads to a scheme that is not followed, such as from https to http.
  case unsafeRedirect
  /// What answers does not speak HTTP.
  case notHTTP
  /// The server ended the connection without any answer.
  case noAnswer
  /// The proxy on the way answered with that status instead of connecting to the server.
  case refusedByProxy(status: Int)
  /// The request is not one that curl can make; `reason` is curl's.
  case invalidRequest(reason: String)
  /// The task was cancelled.
  case cancelled

  /// What happened, as the end of a sentence that names the server.
  public var explanation: String {
    switch self {
    case .unreachable(let reason): reason
    case .tls: "its certificate or encryption was not accepted"
    case .timedOut(let time): "no whole answer within \(time.components.seconds) s"
    case .truncated: "the answer ended too early"
    case .tooLarge(let limit): "the answer is larger than \(limit >> 20) MiB"
    case .tooManyRedirects(limit: 0): "it redirects, and a key is not carried there"
    case .tooManyRedirects(let limit): "it redirects more than \(limit) times"
    case .unsafeRedirect: "it redirects to where tape does not follow, such as from https to http"
    case .notHTTP: "what answers there does not speak HTTP"
    case .noAnswer: "it ended the connection without an answer"
    case .refusedByProxy(let status): "the proxy on the way to it answered HTTP \(status)"
    case .invalidRequest(let reason): reason
    case .cancelled: "the request was cancelled"
    }
  }
}
