import TapeWebSocket

extension FailureKind {
  /// What a proxy that did not lead to the server means.
  ///
  /// A login that is missing or wrong is not tried again by itself: it stays the same until a restart, and companies
  /// lock accounts after a few wrong ones.
  init(proxy failure: ProxyFailure, in context: Context) {
    let sentence = Self.sentence(failure, in: context)
    switch failure.reason {
    case .asksForLogin, .loginRefused, .unknownLogin: self = .refused(reason: sentence)
    case .notFound, .notReached, .silent, .ended, .notAProxy, .refused:
      self = .transient(reason: sentence, retryAfter: nil)
    }
  }

  /// What it says to the user: which proxy, what it did, and what to do next; never the login.
  static func sentence(_ failure: ProxyFailure, in context: Context) -> String {
    let proxy = "proxy \"\(failure.proxy)\""
    let variable = failure.variable
    switch failure.reason {
    case .notFound(let reason):
      return "Can't find the \(proxy): \(context.clean(reason)). Check \(variable)."
    case .notReached(let reason):
      return "Can't connect to the \(proxy): \(context.clean(reason)). Check \(variable)."
    case .silent:
      return "The \(proxy) made no connection in time. Check \(variable)."
    case .ended(let reason):
      let why = context.clean(reason)
      return "The \(proxy) ended the connection" + (why.isEmpty ? "" : ": \(why)") + ". Check \(variable)."
    case .notAProxy(let fault):
      return
        "What answers at \"\(failure.proxy)\" is no such proxy: \(context.clean(fault)). Check \(variable)."
    case .asksForLogin:
      return "The \(proxy) asks for a login. Restart with USER:PASSWORD@ before its name in \(variable)."
    case .loginRefused:
      return "The \(proxy) refused the login. Restart with another one in \(variable)."
    case .unknownLogin(let kinds):
      let which = context.quoted(kinds).map { " (\($0))" } ?? ""
      return
        "The \(proxy) asks for a login of a kind that tape does not know\(which). Use another proxy in \(variable)."
    case .refused(let answer):
      return "The \(proxy) does not connect to \"\(context.url.host)\" port \(context.url.port): "
        + "\(context.clean(answer)). Ask who runs it, or add the host to NO_PROXY."
    }
  }
}
