import TapeDomain
import TapeWebSocket

extension FailureKind {
  /// The meaning of an HTTP answer that is not an upgrade.
  init(answer head: HTTPResponseHead, in context: Context) {
    let host = context.url.host
    let phrase = context.clean(head.reason)
    let status = "HTTP \(head.status)" + (phrase.isEmpty ? "" : " \(phrase)")
    switch head.status {
    case 301, 302, 303, 307, 308:
      self.init(redirect: head, in: context)
    case 401, 403:
      let what =
        context.hasKeys
        ? "\"\(host)\" refused the key"
        : context.token == nil ? "\"\(host)\" refused the connection" : "Token refused by the server"
      self = .refused(reason: "\(what) (\(status)). \(context.remedy)")
    case 418, 429, 503:
      // 418 is how some say that who was asked to wait did not.
      let asked = RetryAfter.parse(head["Retry-After"], date: head["Date"], wall: context.wall)
      let wait = asked ?? (head.status == 503 ? nil : context.limitDelay)
      let what = head.status == 503 ? "is not available" : "says that we ask too often"
      self = .transient(reason: "\"\(host)\" \(what) (\(status)).", retryAfter: wait)
    case 200..<300:
      self.init(
        "\"\(host)\" is not a quotes server: it answered \(status) instead of an upgrade. "
          + "A captive portal or a proxy may be in the way.")
    case 451:
      self.init("\"\(host)\" does not serve the country that this connection comes from (\(status)).")
    case 404:
      let path = context.url.resource.prefix { $0 != "?" }
      self.init(
        "\"\(host)\" has no quotes at \"\(path)\" (\(status)). Check the address given with --server.")
    case 400 where !context.url.isSecure:
      self.init(
        "\"\(host)\" answered \(status) instead of an upgrade. "
          + "If port \(context.url.port) is one for TLS, use https:// or wss:// with --server.")
    case 407:
      self.init("The proxy on the way to \"\(host)\" asks for a login (\(status)).")
    default:
      self.init("\"\(host)\" answered \(status) instead of an upgrade.")
    }
  }

  private init(_ reason: String) {
    self = .transient(reason: reason, retryAfter: nil)
  }

  /// Follows nothing that weakens the connection or carries the token away; what is not followed is named and tried
  /// again, since the redirects of captive portals heal.
  private init(redirect head: HTTPResponseHead, in context: Context) {
    let host = context.url.host
    guard let target = Self.target(of: head["Location"] ?? "", from: context.url) else {
      self.init("\"\(host)\" redirects (HTTP \(head.status)) to where tape cannot follow. Check --server.")
      return
    }
    let place = "\"\(target.hostHeader)\""
    if context.url.isSecure, !target.isSecure {
      self.init("\"\(host)\" redirects (HTTP \(head.status)) to \(place) without encryption; not followed.")
    } else if context.token != nil || context.hasKeys, !Self.isSameServer(context.url, target) {
      let what = context.hasKeys ? "key" : "token"
      self.init(
        "\"\(host)\" redirects (HTTP \(head.status)) to \(place), where the \(what) is not carried. "
          + "Restart with its address if you trust it.")
    } else {
      self = .redirected(to: target, status: head.status)
    }
  }

  private static func target(of location: String, from url: WebSocketURL) -> WebSocketURL? {
    if location.first == "/", !location.hasPrefix("//") {
      guard location.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
      let resource = String(location.prefix { $0 != "#" })
      return WebSocketURL(isSecure: url.isSecure, host: url.host, port: url.port, resource: resource)
    }
    return try? WebSocketURL(String(location.prefix { $0 != "#" }))
  }

  /// The same host and port, or the encrypted side of the same host.
  private static func isSameServer(_ old: WebSocketURL, _ new: WebSocketURL) -> Bool {
    guard old.host.lowercased() == new.host.lowercased() else { return false }
    return old.port == new.port || (!old.isSecure && old.port == 80 && new.isSecure && new.port == 443)
  }
}
