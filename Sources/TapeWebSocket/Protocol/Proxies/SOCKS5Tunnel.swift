/// The client's side of SOCKS5 (RFC 1928) with user name and password (RFC 1929).
struct SOCKS5Tunnel: ProxyTunnel {
  /// How the proxy is told where to connect.
  enum Destination: Equatable, Sendable {
    /// A name that the proxy looks up.
    case name(String)
    /// An address.
    case address(IPLiteral)
  }

  private enum Stage {
    /// The proxy chooses how we say who we are.
    case method
    /// It judges the login.
    case login
    /// It answers the request.
    case reply
  }

  private let destination: Destination
  private let port: Int
  private let login: ProxyURL.Login?
  private var stage = Stage.method
  private var unread: [UInt8] = []

  /// A tunnel to that destination and port.
  init(to destination: Destination, port: Int, login: ProxyURL.Login?) {
    self.destination = destination
    self.port = port
    self.login = login
  }

  var greeting: [UInt8] { login == nil ? [5, 1, 0] : [5, 2, 0, 2] }

  mutating func receive(_ bytes: [UInt8]) -> ProxyTunnelStep {
    unread += bytes
    var output: [UInt8] = []
    while let step = next() {
      guard case .goOn(let send) = step else { return step }
      output += send
    }
    return .goOn(send: output)
  }

  /// The next step when enough bytes are there for one.
  private mutating func next() -> ProxyTunnelStep? {
    let version: UInt8 = if case .login = stage { 1 } else { 5 }
    if let first = unread.first, first != version {
      return .failed(.notAProxy("its answer is not one of SOCKS5"))
    }
    guard unread.count >= 2 else { return nil }
    switch stage {
    case .method: return choose(unread[1])
    case .login: return judge(unread[1])
    case .reply: return reply(unread[1])
    }
  }

  private mutating func choose(_ method: UInt8) -> ProxyTunnelStep {
    unread.removeFirst(2)
    switch (method, login) {
    case (0, _):
      stage = .reply
      return request()
    case (2, let login?):
      stage = .login
      let (user, password) = (Array(login.user.utf8), Array(login.password.utf8))
      return .goOn(
        send: [1, UInt8(clamping: user.count)] + user + [UInt8(clamping: password.count)] + password)
    case (0xFF, nil): return .failed(.asksForLogin)
    case (0xFF, _): return .failed(.unknownLogin(""))
    default: return .failed(.notAProxy("it chose a way to log in that was not offered"))
    }
  }

  private mutating func judge(_ status: UInt8) -> ProxyTunnelStep {
    unread.removeFirst(2)
    guard status == 0 else { return .failed(.loginRefused) }
    stage = .reply
    return request()
  }

  private func request() -> ProxyTunnelStep {
    let target: [UInt8]
    switch destination {
    case .name(let name):
      guard (1...255).contains(name.utf8.count) else {
        return .failed(.refused("the server's name is longer than SOCKS5 allows"))
      }
      target = [3, UInt8(clamping: name.utf8.count)] + name.utf8
    case .address(let address):
      target = [address.bytes.count == 4 ? 1 : 4] + address.bytes
    }
    return .goOn(send: [5, 1, 0] + target + [UInt8(port >> 8 & 0xFF), UInt8(port & 0xFF)])
  }

  /// The request was answered, with the proxy's own address, which nobody needs.
  private mutating func reply(_ code: UInt8) -> ProxyTunnelStep? {
    // A refusal is known at once: some proxies send no address with it.
    guard code == 0 else { return .failed(.refused(Self.meaning(of: code))) }
    guard unread.count >= 5 else { return nil }
    let length: Int
    switch unread[3] {
    case 1: length = 10
    case 3: length = 7 + Int(unread[4])
    case 4: length = 22
    default: return .failed(.notAProxy("its answer has an address of an unknown kind"))
    }
    guard unread.count >= length else { return nil }
    return .established(early: Array(unread[length...]))
  }

  private static func meaning(of code: UInt8) -> String {
    switch code {
    case 1: "general failure"
    case 2: "not allowed by its rules"
    case 3: "network unreachable"
    case 4: "host unreachable"
    case 5: "connection refused"
    case 6: "time to live expired"
    case 7: "command not supported"
    case 8: "address type not supported"
    default: "SOCKS5 code \(code)"
    }
  }
}
