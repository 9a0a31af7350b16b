/// The proxies that the environment names, read as curl reads them, so that the list and the prices take one way.
///
/// `https_proxy` or `HTTPS_PROXY` is for `wss` and `https`, `http_proxy` for `ws` and `http`; `all_proxy` or
/// `ALL_PROXY` for whatever has none of its own. `HTTP_PROXY` in capitals is not read: a web server sets it from
/// what a stranger sent (`Proxy:`). `no_proxy` or `NO_PROXY` lists the hosts that need none. An empty variable
/// counts as absent. This machine itself is never reached through a proxy.
public struct ProxyEnvironment: Sendable {
  private let variables: [String: String]
  private let exempt: NoProxyList
  private let fixed: ProxyURL?

  /// The proxies in those environment variables; none when there are none.
  public init(_ environment: [String: String] = [:]) {
    fixed = nil
    variables = environment
    exempt = NoProxyList(Self.first(of: ["no_proxy", "NO_PROXY"], in: environment)?.value ?? "")
  }

  /// That one proxy for everything, this machine included; `option` is the name by which a sentence calls it.
  ///
  /// - Throws: ``ProxySettingError`` when it names no proxy that can be used.
  public init(always proxy: String, option: String) throws(ProxySettingError) {
    fixed = try ProxyURL(proxy, variable: option)
    variables = [:]
    exempt = NoProxyList("")
  }

  /// Whether `url` is reached through a proxy.
  ///
  /// - Throws: ``ProxySettingError`` when the variable for it names no proxy that can be used.
  public func usesProxy(for url: WebSocketURL) throws(ProxySettingError) -> Bool {
    try proxy(for: url) != nil
  }

  /// The proxy for `url`; nil when it is reached directly.
  func proxy(for url: WebSocketURL) throws(ProxySettingError) -> ProxyURL? {
    if let fixed { return fixed }
    if Loopback.contains(url.host) || exempt.contains(url.host, port: url.port) { return nil }
    let own = url.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    guard let (name, value) = Self.first(of: own + ["all_proxy", "ALL_PROXY"], in: variables) else {
      return nil
    }
    return try ProxyURL(value, variable: name)
  }

  private static func first(
    of names: [String], in environment: [String: String]
  ) -> (name: String, value: String)? {
    for name in names {
      if let value = environment[name], !value.isEmpty { return (name, value) }
    }
    return nil
  }
}
