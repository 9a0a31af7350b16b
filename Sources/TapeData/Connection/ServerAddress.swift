public import TapeDomain
public import TapeWebSocket

/// Where a quotes server is: the base under which `/v1/watchlist` and `/v1/quotes` lie.
///
/// ```swift
/// try ServerAddress("https://quotes.example/eu").watchlistURL  // "https://quotes.example/eu/v1/watchlist"
/// ```
public struct ServerAddress: Equatable, Sendable {
  /// Why a text is not the address of a server.
  public struct Invalid: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, with which text, and what to write instead.
    public let sentence: String
    /// The sentence.
    public var description: String { sentence }
  }

  /// Whether connections are encrypted (`https`, `wss`).
  public let isSecure: Bool
  /// The host in lower case, without brackets.
  public let host: String
  /// The port, the scheme's default when the text has none.
  public let port: Int
  /// The path of the base without a slash at its end; empty for the root.
  public let path: String

  /// Reads an `http`, `https`, `ws` or `wss` URL; a user name, a query and a fragment are refused.
  public init(_ text: String) throws(Invalid) {
    // A password must not be repeated, so these sentences do not quote the text.
    let authority = text.drop { $0 != ":" }.drop { $0 == ":" || $0 == "/" }.prefix { !"/?#".contains($0) }
    if authority.contains("@") {
      throw Invalid(
        sentence:
          "The server address has a user name or password. Put a token into TAPE_TOKEN or a token file.")
    }
    if text.contains("?") || text.contains("#") {
      throw Invalid(sentence: "The server address has a ? or # part. Leave it out.")
    }
    do {
      let url = try WebSocketURL(text)
      isSecure = url.isSecure
      host = url.host
      port = url.port
      path = String(url.resource.reversed().drop { $0 == "/" }.reversed())
    } catch {
      let fault = if case .invalidURL(let fault) = error { fault } else { "It is no URL." }
      throw Invalid(
        sentence: "The server address \"\(ServerText.clean(text))\" cannot be used: \(fault) "
          + "Write it like https://quotes.example:8443.")
    }
  }

  /// The URL of the live quotes.
  public var quotes: WebSocketURL {
    WebSocketURL(isSecure: isSecure, host: host, port: port, resource: path + "/v1/quotes")
  }

  /// The URL of the watchlist, `http` or `https`.
  public var watchlistURL: String { "\(base)/v1/watchlist" }

  /// The URL of one instrument in the watchlist.
  public func watchlistURL(of symbol: Symbol) -> String { "\(watchlistURL)/\(URLText.escaped(symbol.text))" }

  /// The URL that finds instruments by a text.
  public func instrumentsURL(matching text: String) -> String {
    "\(base)/v1/instruments?query=\(URLText.escaped(text))"
  }

  private var base: String { "\(isSecure ? "https" : "http")://\(quotes.hostHeader)\(path)" }
}
