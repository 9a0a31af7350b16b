/// A proxy as an environment variable names it, such as `http://ann:secret@proxy.example:3128`.
struct ProxyURL: Equatable, Sendable {
  /// How the proxy is spoken to.
  enum Kind: Equatable, Sendable {
    /// `CONNECT` of HTTP (RFC 9110 §9.3.6).
    case http
    /// SOCKS5 (RFC 1928); the name of the server is looked up by us or by the proxy.
    case socks5(resolvesLocally: Bool)
  }

  /// A user name and password, decoded.
  struct Login: Equatable, Sendable {
    /// The user's name.
    let user: String
    /// The password; empty when the URL has none.
    let password: String
  }

  /// How it is spoken to.
  let kind: Kind
  /// Its host, without brackets.
  let host: String
  /// Its port, 1 to 65535.
  let port: Int
  /// Who we are to it; nil when the URL does not say.
  let login: Login?
  /// The environment variable that names it.
  let variable: String

  /// Where it is, as a sentence names it: never with the login.
  var place: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
