import TapeDomain
import TapeWebSocket

/// Calls of a server's HTTP interface beside its watchlist: with the token, and never with it where it could be read.
public struct ServerCall: Sendable {
  /// The server.
  let server: ServerAddress
  private let http: HTTPClient
  private let tokens: (any TokenSource)?

  /// Calls of that server.
  public init(server: ServerAddress, http: HTTPClient, tokens: (any TokenSource)?) {
    self.server = server
    self.http = http
    self.tokens = tokens
  }

  /// The server's name for sentences.
  var place: String { "\"\(server.quotes.hostHeader)\"" }

  /// What helps against a token that the server does not take; nil when there is none.
  var remedy: String? { tokens?.remedy }

  /// The answer, whatever its status.
  ///
  /// - Throws: ``WatchlistError`` when there is none; `CancellationError` when the task is cancelled.
  func send(_ method: HTTPMethod, _ url: String, for what: String) async throws -> HTTPResponse {
    var headers = [HTTPHeader(name: "Accept", value: "application/json")]
    let token: AccessToken?
    do {
      token = try await tokens?.token()
    } catch {
      throw WatchlistError(sentence: error.sentence, isRefusal: true)
    }
    if let token {
      if let refusal = TokenRule.refusal(isSecure: server.isSecure, host: server.host) {
        throw WatchlistError(sentence: refusal, isRefusal: true)
      }
      headers.append(HTTPHeader(name: "Authorization", value: "Bearer \(token.secret)"))
    }
    do {
      return try await http.send(method, url, headers: headers)
    } catch .cancelled {
      throw CancellationError()
    } catch .tls(let failure) {
      throw WatchlistError(sentence: failure.sentence(host: server.host, port: server.port))
    } catch {
      throw WatchlistError(sentence: "Can't \(what) on \(place): \(error.explanation).")
    }
  }
}
