import TapeDomain
import TapeWebSocket

/// What the end of a connection means for the next step (the protocol, rule 8).
enum FailureKind: Equatable, Sendable {
  /// Try again with backoff, not before `retryAfter` has passed.
  case transient(reason: String, retryAfter: Duration?)
  /// The token is too old: read it anew. `refusal` is what to say when it is still the same.
  case tokenExpired(refusal: String)
  /// The server does not want us: try only when the user asks.
  case refused(reason: String)
  /// The server is somewhere else; `status` is the HTTP status that said so.
  case redirected(to: WebSocketURL, status: Int)

  /// What a sentence needs to know about the connection that ended.
  struct Context: Equatable, Sendable {
    /// Where the connection went.
    var url: WebSocketURL
    /// The token it used.
    var token: AccessToken?
    /// Whether it used keys of the user.
    var hasKeys = false
    /// What must be kept out of what the server says.
    var secrets: [String] = []
    /// What the user can do about a refused token.
    var remedy: String
    /// The wall clock, for a Retry-After date.
    var wall: Timestamp
    /// The least wait after the server said that it was asked too often; nil for the usual backoff.
    var limitDelay: Duration?

    private var hidden: [String] { secrets + (token.map { [$0.secret] } ?? []) }

    /// Server text in quotes, without the token; nil when nothing is left of it.
    func quoted(_ text: String) -> String? {
      ServerText.quoted(text, hiding: hidden)
    }

    /// Text of the server or the system, without the token and without the full stop of its own.
    func clean(_ text: String) -> String {
      let text = ServerText.clean(text, hiding: hidden)
      return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
  }

  /// The meaning of that end.
  init(_ closure: WebSocketClosure, in context: Context) {
    switch closure.error {
    case .refused(let head): self.init(answer: head, in: context)
    case .invalidURL(let fault):
      self = .refused(
        reason: "The server address cannot be used: \(context.clean(fault)). Restart with another --server.")
    case .proxy(let failure): self.init(proxy: failure, in: context)
    case .proxySetting(let error): self = .refused(reason: error.sentence)
    // Why it closed says more than that it then left TCP open.
    case .closeTimeout where closure.code != 1006:
      self.init(closeCode: closure.code, reason: closure.reason, in: context)
    case let error?:
      self = .transient(reason: Self.sentence(error, in: context), retryAfter: nil)
    case nil:
      self.init(closeCode: closure.code, reason: closure.reason, in: context)
    }
  }

  private init(closeCode code: UInt16, reason: String, in context: Context) {
    switch code {
    case 4401:
      self = .tokenExpired(refusal: "Token refused by the server. \(context.remedy)")
    case 4403:
      let said = context.quoted(reason).map { ": \($0)" } ?? ""
      self = .refused(reason: "Token refused by the server (code 4403\(said)). \(context.remedy)")
    case 1008, 1013:
      self = .transient(
        reason: Self.sentence(closeCode: code, reason: reason, in: context), retryAfter: context.limitDelay)
    default:
      self = .transient(reason: Self.sentence(closeCode: code, reason: reason, in: context), retryAfter: nil)
    }
  }
}
