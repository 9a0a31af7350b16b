/// Why a proxy did not lead to the server.
public struct ProxyFailure: Error, Equatable, Sendable {
  /// What went wrong.
  public enum Reason: Equatable, Sendable {
    /// Its name could not be resolved; the text is the resolver's.
    case notFound(String)
    /// It took no connection; the text is the system's.
    case notReached(String)
    /// It, or the way through it, was not ready within the time to open.
    case silent
    /// It ended the connection before it was through; the text is the system's and may be empty.
    case ended(String)
    /// What answers there does not speak the proxy's protocol; the text says why.
    case notAProxy(String)
    /// It wants to know who asks, and its variable does not say.
    case asksForLogin
    /// It does not accept the login of its variable.
    case loginRefused
    /// It wants a login of a kind that is not known here; the text is its list and may be empty.
    case unknownLogin(String)
    /// It does not connect to the server; the text is its answer.
    case refused(String)
  }

  /// The proxy's host and port.
  public let proxy: String
  /// The environment variable that names it.
  public let variable: String
  /// What went wrong.
  public let reason: Reason

  /// A failure of that proxy.
  public init(proxy: String, variable: String, reason: Reason) {
    self.proxy = proxy
    self.variable = variable
    self.reason = reason
  }

  /// A failure of that proxy.
  init(_ proxy: ProxyURL, _ reason: Reason) {
    self.init(proxy: proxy.place, variable: proxy.variable, reason: reason)
  }
}
