/// The hosts that are reached without a proxy, as `NO_PROXY` lists them.
///
/// Members are separated by commas or blanks. `example.com` and `.example.com` stand for that name and all below
/// it, `10.0.0.0/8` for a network, `host:8080` for one port, `*` for everything.
struct NoProxyList: Equatable, Sendable {
  private struct Member: Equatable {
    let host: String
    let port: Int?
  }

  private let members: [Member]

  /// Reads such a list; a member that cannot be read stands for nothing.
  init(_ text: String) {
    members = text.lowercased().split { $0 == "," || $0.isWhitespace }.map(Self.member)
  }

  /// Whether that host, without brackets, is on the list.
  func contains(_ host: String, port: Int) -> Bool {
    let name = Self.withoutTrailingDot(host.lowercased())
    let address = IPLiteral(name)
    return members.contains { member in
      guard member.port.map({ $0 == port }) ?? true else { return false }
      if member.host == "*" { return true }
      if let address { return Self.covers(member.host, address) }
      return name == member.host || name.hasSuffix("." + member.host)
    }
  }

  private static func member(_ text: Substring) -> Member {
    if text.hasPrefix("["), let bracket = text.firstIndex(of: "]") {
      let host = String(text[..<bracket].dropFirst())
      return Member(host: host, port: Int(text[bracket...].dropFirst(2)))
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let hasPort = parts.count == 2 && Int(parts[1]) != nil
    let host = hasPort ? String(parts[0]) : String(text)
    let name = withoutTrailingDot(host.hasPrefix(".") ? String(host.dropFirst()) : host)
    return Member(host: name, port: hasPort ? Int(parts[1]) : nil)
  }

  /// Whether a member is that address or a network that it lies in.
  private static func covers(_ member: String, _ address: IPLiteral) -> Bool {
    let parts = member.split(separator: "/", omittingEmptySubsequences: false)
    guard let network = parts.first.flatMap({ IPLiteral($0) }), parts.count <= 2 else { return false }
    if parts.count == 1 { return network == address }
    guard let bits = Int(decimal: parts[1].utf8) else { return false }
    return network.shares(prefix: bits, with: address)
  }

  private static func withoutTrailingDot(_ name: String) -> String {
    name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}
