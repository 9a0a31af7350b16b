extension WebSocketURL {
  /// Reads a `ws` or `wss` URL (RFC 6455 §3); `http` and `https` stand for the same.
  ///
  /// Throws ``WebSocketError/invalidURL(_:)``. The sentence never repeats the URL: it may hold a secret.
  public init(_ text: String) throws(WebSocketError) {
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy(\.isVisibleASCII) else {
      throw .invalidURL("A URL is written in visible ASCII characters; encode the others.")
    }
    guard !bytes.contains(UInt8(ascii: "#")) else {
      throw .invalidURL("A WebSocket URL has no fragment (#).")
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8)
    else { throw .invalidURL("The URL needs a scheme, such as wss://.") }
    let isSecure = try Self.isSecure(scheme: bytes[..<colon])

    let rest = bytes[(colon + 3)...]
    let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    let (host, port) = try Self.hostAndPort(rest[..<end])
    let resource = String(decoding: rest[end...], as: UTF8.self)
    self.init(
      isSecure: isSecure, host: host, port: port ?? (isSecure ? 443 : 80),
      resource: resource.hasPrefix("/") ? resource : "/" + resource)
  }

  private static func isSecure(scheme: ArraySlice<UInt8>) throws(WebSocketError) -> Bool {
    switch String(decoding: scheme, as: UTF8.self).lowercased() {
    case "ws", "http": false
    case "wss", "https": true
    default: throw .invalidURL("The URL's scheme has to be ws, wss, http or https.")
    }
  }

  /// Splits the part between `//` and the path; the port is nil when there is none.
  private static func hostAndPort(_ authority: ArraySlice<UInt8>) throws(WebSocketError) -> (String, Int?) {
    guard !authority.contains(UInt8(ascii: "@")) else {
      throw .invalidURL("A WebSocket URL carries no user name or password.")
    }
    let host: ArraySlice<UInt8>
    let rest: ArraySlice<UInt8>
    if authority.first == UInt8(ascii: "[") {
      guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else {
        throw .invalidURL("The IPv6 address in the URL has no closing bracket.")
      }
      host = authority[..<bracket].dropFirst()
      rest = authority[(bracket + 1)...]
      guard host.filter({ $0 == UInt8(ascii: ":") }).count >= 2, host.allSatisfy(\.isInIPv6Address) else {
        throw .invalidURL("What stands in the URL's brackets is no IPv6 address.")
      }
    } else {
      let colon = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
      host = authority[..<colon]
      rest = authority[colon...]
      guard !host.isEmpty else { throw .invalidURL("The URL has no host.") }
      guard host.allSatisfy(\.isInHostName) else {
        throw .invalidURL("The URL's host has a character that no host name has.")
      }
    }
    return (String(decoding: host, as: UTF8.self).lowercased(), try port(rest))
  }

  /// Reads a colon and a port; nothing, or nothing behind the colon, means the default (RFC 3986 §3.2.3).
  private static func port(_ text: ArraySlice<UInt8>) throws(WebSocketError) -> Int? {
    guard text.count > 1 || text.first != UInt8(ascii: ":"), !text.isEmpty else { return nil }
    guard text.first == UInt8(ascii: ":"), let port = Int(decimal: text.dropFirst()),
      (1...65_535).contains(port)
    else { throw .invalidURL("The URL's port has to be a number from 1 to 65535.") }
    return port
  }
}

extension UInt8 {
  fileprivate var isInIPv6Address: Bool { isHexadecimalDigit || ":.".utf8.contains(self) }
}
