/// Which tokens are accepted; without a configured one, everybody is.
struct AccessPolicy: Sendable {
  /// What a presented token is worth.
  enum Verdict: Equatable, Sendable {
    case accepted
    case expired
    case refused
  }

  private var token: String?
  private var expired: Set<String> = []

  /// A policy that accepts only `token`, or everybody when it is nil.
  init(token: String?) {
    self.token = token
  }

  /// Whether a connection has to present a token before it is sent anything.
  var needsToken: Bool { token != nil }

  /// What `presented` is worth; nil is no token at all.
  func verdict(on presented: String?) -> Verdict {
    guard let token else { return .accepted }
    guard let presented else { return .refused }
    if expired.contains(presented) { return .expired }
    return presented == token ? .accepted : .refused
  }

  /// What the value of an `Authorization` header is worth (RFC 6750 §2.1); the scheme's case does not matter.
  func verdict(onAuthorization header: String?) -> Verdict {
    guard let header, header.lowercased().hasPrefix("bearer ") else { return verdict(on: nil) }
    return verdict(on: String(header.dropFirst(7).drop { $0 == " " }))
  }

  /// The accepted token counts as expired from now on.
  mutating func expireToken() {
    if let token { expired.insert(token) }
  }

  /// Accepts `new` from now on instead.
  mutating func replaceToken(with new: String) {
    expired.remove(new)
    token = new
  }
}
