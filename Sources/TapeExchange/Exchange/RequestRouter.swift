import TapeWebSocket

/// Decides what a request gets: the watchlist, the feed, or a refusal.
enum RequestRouter {
  /// What to do with a request.
  enum Route: Equatable, Sendable {
    /// Upgrade it; the transport refuses what is no valid upgrade.
    case feed
    /// Answer it.
    case answer(HTTPAnswer)
  }

  /// The route of a request; `watchlist` makes the body of the list.
  static func route(
    _ head: HTTPRequestHead, access: AccessPolicy, watchlist: () -> [UInt8]
  ) -> Route {
    let path = head.target.prefix { $0 != "?" }
    guard path == "/v1/quotes" || path == "/v1/watchlist" else {
      return .answer(
        .failure(
          404, "Not Found",
          ClientError(
            code: "not_found", symbol: nil, message: "Known paths are /v1/watchlist and /v1/quotes.")))
    }
    guard head.method == "GET" else {
      let error = ClientError(code: "bad_method", symbol: nil, message: "Only GET is known here.")
      var answer = HTTPAnswer.failure(405, "Method Not Allowed", error)
      answer.headers.append(HTTPHeader(name: "Allow", value: "GET"))
      return .answer(answer)
    }
    guard path == "/v1/watchlist" else { return .feed }
    switch access.verdict(onAuthorization: head["Authorization"]) {
    case .accepted: return .answer(.ok(watchlist()))
    case .expired: return .answer(unauthorized("expired", "The token has expired."))
    case .refused: return .answer(unauthorized("refused", "The request needs the exchange's bearer token."))
    }
  }

  private static func unauthorized(_ code: String, _ message: String) -> HTTPAnswer {
    var answer = HTTPAnswer.failure(
      401, "Unauthorized", ClientError(code: code, symbol: nil, message: message))
    answer.headers.append(HTTPHeader(name: "WWW-Authenticate", value: "Bearer"))
    return answer
  }
}
