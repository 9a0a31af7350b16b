public import TapeWebSocket

/// The user's keys for a source, from environment variables; hides them from logs and dumps.
///
/// A key goes into a field of the request and nowhere else; where a source takes it in the address alone, it is added at the
/// moment in which the handshake is made, and no address with a key is ever kept.
public struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
  private let keys: [(variable: KeyVariable, token: AccessToken)]
  /// What the user can do when the source refuses them: a sentence.
  public let remedy: String

  /// The keys that `variables` have in `environment`.
  ///
  /// - Parameters:
  ///   - variables: What the source asks for; not empty.
  ///   - title: What sentences call the source.
  ///   - page: Where one gets keys.
  ///   - environment: The environment.
  /// - Throws: ``TokenError`` that names each variable which is missing, or has what no key has.
  public init(
    _ variables: [KeyVariable], of title: String, page: String, environment: [String: String]
  ) throws(TokenError) {
    let missing = variables.filter { (environment[$0.name] ?? "").isEmpty }
    guard missing.isEmpty else {
      let names = missing.map(\.name).joined(separator: " and ")
      throw TokenError(
        sentence: "\(title) needs a key of yours: set \(names) in the environment. Get one at \(page).")
    }
    var keys: [(KeyVariable, AccessToken)] = []
    for variable in variables {
      let token = try AccessToken(environment[variable.name] ?? "", from: variable.name)
      guard token.secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw TokenError(
          sentence: "\(variable.name) has a space or a character that no key has. It must hold the key only.")
      }
      keys.append((variable, token))
    }
    self.keys = keys
    let names = variables.map(\.name).joined(separator: " and ")
    remedy = "Restart with a valid key in \(names); keys are at \(page)."
  }

  /// The fields of a request over HTTP that prove who asks.
  ///
  /// A request with them must follow no redirect, since they would be carried to wherever it leads.
  public var headers: [HTTPHeader] { keys.map { Self.header($0.variable, $0.token) } }

  /// Every form in which a key may come back, for ``ServerText`` and recordings.
  public var secrets: [String] {
    keys.flatMap { key in
      let escaped = URLText.escaped(key.token.secret)
      return escaped == key.token.secret ? [escaped] : [key.token.secret, escaped]
    }
  }

  /// Where a handshake with the keys goes, and its fields; for the one who writes it, and for nobody else.
  func handshake(to url: WebSocketURL) -> (url: WebSocketURL, headers: [HTTPHeader]) {
    var resource = url.resource
    var headers: [HTTPHeader] = []
    for (variable, token) in keys {
      if let name = variable.query {
        resource += "\(resource.contains("?") ? "&" : "?")\(name)=\(URLText.escaped(token.secret))"
      } else {
        headers.append(Self.header(variable, token))
      }
    }
    let target = WebSocketURL(isSecure: url.isSecure, host: url.host, port: url.port, resource: resource)
    return (target, headers)
  }

  /// Whether the key of that variable begins so, which some sources use to tell kinds of keys apart.
  func begins(_ name: String, with prefix: String) -> Bool {
    keys.contains { $0.variable.name == name && $0.token.secret.hasPrefix(prefix) }
  }

  /// Why the keys are not sent to a server, as a sentence; nil when they may be sent.
  public static func refusal(isSecure: Bool, host: String) -> String? {
    TokenRule.refusal(of: "key", isSecure: isSecure, host: host)
  }

  /// Says nothing of the keys.
  public var description: String { "Credentials(hidden)" }

  /// Shows nothing of the keys.
  public var customMirror: Mirror { Mirror(self, children: []) }

  private static func header(_ variable: KeyVariable, _ token: AccessToken) -> HTTPHeader {
    HTTPHeader(name: variable.header, value: variable.prefix + token.secret)
  }

}
