extension ProxyURL {
  /// The port of a proxy whose URL has none, as curl has it.
  static let defaultPort = 1080

  private static let remedy = "Write it like http://proxy.example:3128."

  /// Reads what `variable` holds, by curl's rules: without a scheme it is an HTTP proxy, a path is ignored.
  ///
  /// Throws a sentence that names the variable; it never repeats the text, which may hold a password.
  init(_ text: String, variable: String) throws(ProxySettingError) {
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy(\.isVisibleASCII) else {
      throw ProxySettingError(
        variable, "has a character that no URL has. Encode it, such as %20 for a space.")
    }
    var rest = bytes[...]
    var kind = Kind.http
    if let scheme = text.firstRange(of: "://") {
      kind = try Self.kind(text[..<scheme.lowerBound].lowercased(), variable: variable)
      rest = bytes[text.utf8.distance(from: text.startIndex, to: scheme.upperBound)...]
    }
    rest = rest.prefix { !"/?#".utf8.contains($0) }
    var login: Login?
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
      login = try Self.login(rest[..<at], kind: kind, variable: variable)
      rest = rest[(at + 1)...]
    }
    let (host, port) = try Self.hostAndPort(rest, variable: variable)
    self.init(kind: kind, host: host, port: port ?? Self.defaultPort, login: login, variable: variable)
  }

  private static func kind(_ scheme: String, variable: String) throws(ProxySettingError) -> Kind {
    switch scheme {
    case "http": return .http
    case "socks5": return .socks5(resolvesLocally: true)
    case "socks5h": return .socks5(resolvesLocally: false)
    case "https":
      throw ProxySettingError(
        variable,
        "names a proxy that is itself spoken to over TLS (https), which tape cannot do. "
          + "Use its http or socks5 address, or add the server to NO_PROXY.")
    default:
      throw ProxySettingError(
        variable, "names a proxy of a kind that tape does not know. Use http, socks5 or socks5h.")
    }
  }

  private static func login(
    _ text: ArraySlice<UInt8>, kind: Kind, variable: String
  ) throws(ProxySettingError) -> Login? {
    guard !text.isEmpty else { return nil }
    guard text.firstRange(of: Array("%00".utf8)) == nil else {
      throw ProxySettingError(
        variable, "has a %00 in its user name or password, which no proxy takes. Leave it out.")
    }
    let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    guard let user = decoded(text[..<colon]), let password = decoded(text[colon...].dropFirst()) else {
      throw ProxySettingError(
        variable, "has a % in its user name or password that begins no code. Write %25 for it.")
    }
    let login = Login(user: user, password: password)
    switch kind {
    case .http where user.contains(":"):
      throw ProxySettingError(variable, "has a colon in its user name, which no HTTP login can hold.")
    case .socks5 where !(1...255).contains(user.utf8.count) || !(1...255).contains(password.utf8.count):
      throw ProxySettingError(
        variable, "has a login that SOCKS5 cannot hold: user name and password are 1 to 255 bytes each.")
    default:
      return login
    }
  }

  private static func hostAndPort(
    _ text: ArraySlice<UInt8>, variable: String
  ) throws(ProxySettingError) -> (String, Int?) {
    let host: ArraySlice<UInt8>
    let rest: ArraySlice<UInt8>
    if text.first == UInt8(ascii: "[") {
      let bracket = text.firstIndex(of: UInt8(ascii: "]")) ?? text.endIndex
      host = text[..<bracket].dropFirst()
      rest = text[bracket...].dropFirst()
      guard bracket != text.endIndex, host.contains(UInt8(ascii: ":")),
        IPLiteral(String(decoding: host, as: UTF8.self)) != nil
      else { throw ProxySettingError(variable, "has brackets without an IPv6 address in them. \(remedy)") }
    } else {
      let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
      host = text[..<colon]
      rest = text[colon...]
      guard !host.isEmpty, host.allSatisfy(\.isInHostName) else {
        throw ProxySettingError(variable, "names no host that a proxy could have. \(remedy)")
      }
    }
    let name = String(decoding: host, as: UTF8.self).lowercased()
    if rest.isEmpty || Array(rest) == Array(":".utf8) { return (name, nil) }
    guard rest.first == UInt8(ascii: ":"), let port = Int(decimal: rest.dropFirst()),
      (1...65_535).contains(port)
    else { throw ProxySettingError(variable, "has a port that is no number from 1 to 65535. \(remedy)") }
    return (name, port)
  }

  /// The text behind percent codes (RFC 3986 §2.1); nil when a code is cut.
  private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let code = rest.prefix(2)
      guard code.count == 2, code.allSatisfy(\.isHexadecimalDigit),
        let value = UInt8(String(decoding: code, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
