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
    let shown = ServerText.clean(text)
    let parts: URLParts
    do {
      parts = try URLParts(text)
    } catch {
      throw Invalid(
        sentence: "The server address \"\(shown)\" \(error.fault). Write it like https://quotes.example:8443."
      )
    }
    // A password must not be repeated, so these sentences do not quote the text.
    if parts.hasUserInfo {
      throw Invalid(
        sentence:
          "The server address has a user name or password. Put a token into TAPE_TOKEN or a token file.")
    }
    if parts.query != nil || parts.hasFragment {
      throw Invalid(sentence: "The server address of \"\(parts.host)\" has a ? or # part. Leave it out.")
    }
    switch parts.scheme {
    case "https", "wss": isSecure = true
    case "http", "ws": isSecure = false
    default:
      throw Invalid(sentence: "The server address \"\(shown)\" begins with neither http, https, ws nor wss.")
    }
    host = parts.host
    port = parts.port ?? (isSecure ? 443 : 80)
    path = String(parts.path.reversed().drop { $0 == "/" }.reversed())
  }

  /// The URL of the live quotes.
  public var quotes: WebSocketURL {
    WebSocketURL(isSecure: isSecure, host: host, port: port, resource: path + "/v1/quotes")
  }

  /// The URL of the watchlist, `http` or `https`.
  public var watchlistURL: String {
    "\(isSecure ? "https" : "http")://\(quotes.hostHeader)\(path)/v1/watchlist"
  }

  /// Whether the server is on this machine, by name or number.
  public var isLoopback: Bool { Loopback.contains(host) }
}
