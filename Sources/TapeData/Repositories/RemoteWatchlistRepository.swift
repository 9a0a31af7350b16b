public import TapeDomain
import TapeWebSocket

/// The list that a server keeps: `GET {base}/v1/watchlist`.
public struct RemoteWatchlistRepository: WatchlistRepository {
  private let server: ServerAddress
  private let http: HTTPClient
  private let tokens: (any TokenSource)?
  private let wall: @Sendable () -> Timestamp
  private let log: @Sendable (String) -> Void

  /// The list of that server.
  ///
  /// - Parameters:
  ///   - server: The base address.
  ///   - http: Makes the request.
  ///   - tokens: Where the token comes from; nil for none.
  ///   - wall: The wall clock, for a Retry-After date.
  ///   - log: Takes a line when entries are left out.
  public init(
    server: ServerAddress, http: HTTPClient, tokens: (any TokenSource)?,
    wall: @escaping @Sendable () -> Timestamp, log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.server = server
    self.http = http
    self.tokens = tokens
    self.wall = wall
    self.log = log
  }

  /// The instruments in the server's order; entries without a valid symbol are left out and logged.
  ///
  /// - Throws: ``WatchlistError`` with a sentence; `CancellationError` when the task is cancelled.
  public func instruments() async throws -> [Instrument] {
    let headers = try await authorization()
    let response: HTTPResponse
    do {
      response = try await http.get(server.watchlistURL, headers: headers)
    } catch .cancelled {
      throw CancellationError()
    } catch .tls(let failure) {
      throw WatchlistError(sentence: failure.sentence(host: server.host, port: server.port))
    } catch .refusedByProxy(let status) {
      throw refusal(proxyStatus: status)
    } catch {
      throw WatchlistError(
        sentence: "Can't get the watchlist from \(place): \(error.explanation)." + advice(for: error))
    }
    guard response.status == 200 else { throw refusal(response) }
    guard let list = try? RemoteWatchlist(body: response.body) else { throw unreadable(response) }
    let (instruments, invalid) = list.usable
    if invalid > 0 {
      log("\(invalid) entries of the watchlist of \(place) have no valid symbol and were left out")
    }
    return instruments
  }

  private var place: String { "\"\(server.quotes.hostHeader)\"" }

  private func authorization() async throws(WatchlistError) -> [HTTPHeader] {
    let accept = HTTPHeader(name: "Accept", value: "application/json")
    let token: AccessToken?
    do {
      token = try await tokens?.token()
    } catch {
      throw WatchlistError(sentence: error.sentence, isRefusal: true)
    }
    guard let token else { return [accept] }
    if let refusal = TokenRule.refusal(isSecure: server.isSecure, host: server.host) {
      throw WatchlistError(sentence: refusal, isRefusal: true)
    }
    return [accept, HTTPHeader(name: "Authorization", value: "Bearer \(token.secret)")]
  }

  /// What to try when the answer, or that there is none, looks as if the server spoke TLS.
  private func advice(for error: HTTPError) -> String {
    guard !server.isSecure, error == .notHTTP || error == .noAnswer else { return "" }
    return " Check the port; if it is one for TLS, use https:// with --server."
  }

  private func refusal(proxyStatus: Int) -> WatchlistError {
    let status = "HTTP \(proxyStatus)"
    guard proxyStatus == 407 || proxyStatus == 401 else {
      return WatchlistError(
        sentence: "The proxy on the way to \(place) does not connect to it (\(status)). "
          + "Ask who runs it, or add the host to NO_PROXY.")
    }
    return WatchlistError(
      sentence: "The proxy on the way to \(place) asks for a login (\(status)). "
        + "Restart with USER:PASSWORD@ before its name in the proxy variable.", isRefusal: true)
  }

  private func refusal(_ response: HTTPResponse) -> WatchlistError {
    let status = "HTTP \(response.status)"
    switch response.status {
    case 401, 403:
      let remedy = tokens?.remedy ?? "Restart with a token in TAPE_TOKEN or a token file."
      return WatchlistError(
        sentence: "\(place) refuses to give the watchlist (\(status)). \(remedy)", isRefusal: true)
    case 404:
      return WatchlistError(
        sentence: "\(place) has no watchlist at \"\(server.path)/v1/watchlist\" (\(status)). "
          + "Check the address given with --server.")
    case 407:
      return refusal(proxyStatus: 407)
    case 400 where !server.isSecure:
      return WatchlistError(
        sentence: "\(place) answered \(status) instead of the watchlist. "
          + "If its port is one for TLS, use https:// with --server.")
    case 429, 503:
      let wait = RetryAfter.parse(response["Retry-After"], date: response["Date"], wall: wall())
      let time = wait.map { " and asks to wait \($0.components.seconds) s" } ?? ""
      return WatchlistError(
        sentence: "\(place) is too busy for the watchlist (\(status))\(time).", retryAfter: wait)
    default:
      return WatchlistError(sentence: "\(place) answered \(status) instead of the watchlist.")
    }
  }

  private func unreadable(_ response: HTTPResponse) -> WatchlistError {
    let isPage = response["Content-Type"]?.lowercased().hasPrefix("text/html") ?? false
    let what =
      isPage
      ? "sent a web page instead of the watchlist. A captive portal or a proxy may be in the way."
      : "sent a watchlist that is not valid JSON with \"instruments\". Check the address given with --server."
    return WatchlistError(sentence: "\(place) \(what)")
  }
}
