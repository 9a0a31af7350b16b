public import TapeDomain

extension PollFailure {
  /// A request got no answer.
  init(_ error: HTTPError, of title: String) {
    switch error {
    case .unsafeRedirect, .tooManyRedirects(limit: 0):
      self = .transient(
        reason: "\(title) redirects to where a key is not carried; not followed. Check --rest.")
    case .cancelled: self = .transient(reason: "\(title) was not asked to the end.")
    default: self = .transient(reason: "\(title) does not answer: \(ServerText.clean(error.explanation)).")
    }
  }

  /// What a status means that is no success; nil for a success.
  ///
  /// - Parameters:
  ///   - title: What sentences call the source.
  ///   - remedy: What the user can do when it refuses us, as a sentence.
  ///   - wall: The wall clock, for a date to wait for.
  public init?(_ response: HTTPResponse, of title: String, remedy: String, wall: Timestamp) {
    let wait = RetryAfter.parse(response["Retry-After"], date: response["Date"], wall: wall)
    switch response.status {
    case 200..<300: return nil
    case 301, 302, 303, 307, 308:
      self = .transient(reason: "\(title) redirects (HTTP \(response.status)); not followed. Check --rest.")
    case 401, 403: self = .refused(reason: "\(title) refuses the key (HTTP \(response.status)). \(remedy)")
    case 418, 429:
      self = .limited(
        reason: "\(title) says that we ask too often (HTTP \(response.status)).", wait: wait, isDay: false)
    case 503 where wait != nil:
      self = .limited(reason: "\(title) is not available (HTTP 503).", wait: wait, isDay: false)
    case 404: self = .transient(reason: "\(title) has no prices there (HTTP 404). Check --rest.")
    case 451:
      self = .transient(reason: "\(title) does not serve the country that we ask from (HTTP 451).")
    case 500...: self = .transient(reason: "\(title) is not available (HTTP \(response.status)).")
    default: self = .transient(reason: "\(title) answers HTTP \(response.status).")
    }
  }

  /// What is said of an answer that is no JSON.
  static func notJSON(_ title: String) -> PollFailure {
    .transient(
      reason:
        "\(title) answers with something that is no JSON. A captive portal or a proxy may be in the way.")
  }
}

extension HTTPError {
  /// Whether the source may have counted the request although no answer came.
  var mayBeCharged: Bool {
    switch self {
    case .timedOut, .truncated, .tooLarge, .noAnswer, .cancelled: true
    case .unreachable, .tls, .tooManyRedirects, .unsafeRedirect, .notHTTP, .refusedByProxy, .invalidRequest:
      false
    }
  }
}
