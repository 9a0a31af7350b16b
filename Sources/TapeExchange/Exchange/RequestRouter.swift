import TapeDomain
import TapeWebSocket

/// Decides what a request asks for, and refuses what nobody may have.
enum RequestRouter {
  /// What to do with a request.
  enum Route: Equatable, Sendable {
    /// Upgrade it; the transport refuses what is no valid upgrade.
    case feed
    /// Answer it so.
    case answer(HTTPAnswer)
    /// Answer the watchlist.
    case watchlist
    /// Answer the instruments that have this text in them.
    case instruments(String)
    /// Add an instrument to the watchlist, or take it out.
    case change(Symbol, adds: Bool)
  }

  private static let watchlist = "/v1/watchlist"
  private static let instruments = "/v1/instruments"

  /// The route of a request; a fixed list is neither changed nor looked into.
  static func route(_ head: HTTPRequestHead, access: AccessPolicy, isFixed: Bool = false) -> Route {
    let target = RequestTarget(head.target)
    let member = isFixed ? nil : target.rest(after: watchlist + "/")
    let paths = [watchlist, "/v1/quotes"] + (isFixed ? [] : [instruments])
    guard paths.contains(String(target.path)) || member != nil else {
      let known = "Known paths are \(paths.joined(separator: ", "))."
      return .answer(
        .failure(404, "Not Found", ClientError(code: "not_found", symbol: nil, message: known)))
    }
    let methods = member == nil ? ["GET"] : ["PUT", "DELETE"]
    guard methods.contains(head.method) else { return .answer(wrongMethod(methods)) }
    if target.path == "/v1/quotes" { return .feed }
    switch access.verdict(onAuthorization: head["Authorization"]) {
    case .accepted: break
    case .expired: return .answer(unauthorized("expired", "The token has expired."))
    case .refused: return .answer(unauthorized("refused", "The request needs the exchange's bearer token."))
    }
    if let member {
      if let symbol = Symbol(member) { return .change(symbol, adds: head.method == "PUT") }
      let error = ClientError(code: "bad_symbol", symbol: nil, message: "The path ends with no symbol.")
      return .answer(.failure(400, "Bad Request", error))
    }
    return target.path == instruments ? .instruments(target.parameter("query") ?? "") : .watchlist
  }

  private static func wrongMethod(_ methods: [String]) -> HTTPAnswer {
    let error = ClientError(
      code: "bad_method", symbol: nil, message: "Only \(methods.joined(separator: " and ")) is known here.")
    var answer = HTTPAnswer.failure(405, "Method Not Allowed", error)
    answer.headers.append(HTTPHeader(name: "Allow", value: methods.joined(separator: ", ")))
    return answer
  }

  private static func unauthorized(_ code: String, _ message: String) -> HTTPAnswer {
    var answer = HTTPAnswer.failure(
      401, "Unauthorized", ClientError(code: code, symbol: nil, message: message))
    answer.headers.append(HTTPHeader(name: "WWW-Authenticate", value: "Bearer"))
    return answer
  }
}
