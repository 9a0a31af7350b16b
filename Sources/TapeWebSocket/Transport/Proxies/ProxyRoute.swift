/// The way to a server through a proxy: where to connect to, and what to say there.
struct ProxyRoute {
  /// The proxy.
  let proxy: ProxyURL
  /// The server behind it.
  let url: WebSocketURL
  /// The server's address, when it was looked up here.
  var address: IPLiteral?

  /// Whether the server's name has to be looked up here before the proxy can be asked.
  var needsAddress: Bool {
    proxy.kind == .socks5(resolvesLocally: true) && address == nil && IPLiteral(url.host) == nil
  }

  /// What is said to the proxy.
  var tunnel: any ProxyTunnel {
    switch proxy.kind {
    case .http: return HTTPConnectTunnel(host: url.host, port: url.port, login: proxy.login)
    case .socks5:
      let known = address ?? IPLiteral(url.host)
      return SOCKS5Tunnel(
        to: known.map { .address($0) } ?? .name(url.host), port: url.port, login: proxy.login)
    }
  }
}
