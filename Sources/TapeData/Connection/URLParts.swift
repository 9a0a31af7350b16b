/// The parts of an absolute URL, split as RFC 3986 §3 says; only what a server's address can have.
struct URLParts: Equatable, Sendable {
  /// The scheme in lower case.
  let scheme: String
  /// Whether the URL has a user name or password.
  let hasUserInfo: Bool
  /// The host in lower case, without brackets.
  let host: String
  /// The port as it is written; nil when there is none.
  let port: Int?
  /// The path, empty or beginning with `/`.
  let path: String
  /// The query without its `?`; nil when there is none.
  let query: String?
  /// Whether the URL has a fragment.
  let hasFragment: Bool

  /// Splits `text`; the error is the middle of a sentence: what is wrong with it.
  init(_ text: String) throws(URLPartsError) {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw URLPartsError("has a character that a URL cannot have")
    }
    guard let colon = text.firstRange(of: "://") else {
      throw URLPartsError("has no scheme such as https://")
    }
    scheme = text[..<colon.lowerBound].lowercased()
    var rest = text[colon.upperBound...]
    hasFragment = rest.contains("#")
    if let mark = rest.firstIndex(of: "#") { rest = rest[..<mark] }
    query = rest.firstIndex(of: "?").map { String(rest[rest.index(after: $0)...]) }
    if let mark = rest.firstIndex(of: "?") { rest = rest[..<mark] }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    path = String(rest[slash...])
    var authority = rest[..<slash]
    hasUserInfo = authority.contains("@")
    if let mark = authority.lastIndex(of: "@") { authority = authority[authority.index(after: mark)...] }
    (host, port) = try Self.split(authority)
  }

  private static func split(_ authority: Substring) throws(URLPartsError) -> (host: String, port: Int?) {
    let host: Substring
    var rest: Substring
    if authority.first == "[" {
      guard let bracket = authority.firstIndex(of: "]") else {
        throw URLPartsError("has an IPv6 address without its ]")
      }
      host = authority[authority.index(after: authority.startIndex)..<bracket]
      rest = authority[authority.index(after: bracket)...]
      let isAddress = host.contains(":") && host.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
      guard isAddress else { throw URLPartsError("has brackets around what is not an IPv6 address") }
    } else {
      let colon = authority.firstIndex(of: ":") ?? authority.endIndex
      host = authority[..<colon]
      rest = authority[colon...]
      let isName = host.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." || $0 == "_" }
      guard isName else { throw URLPartsError("has a host name with a character it cannot have") }
    }
    guard !host.isEmpty else { throw URLPartsError("has no host") }
    if rest.isEmpty || rest == ":" { return (host.lowercased(), nil) }
    rest = rest.dropFirst()
    guard rest.count <= 5, rest.allSatisfy(\.isNumber), let port = Int(rest), (1...65_535).contains(port)
    else {
      throw URLPartsError("has a port that is not a number from 1 to 65535")
    }
    return (host.lowercased(), port)
  }
}

/// Why a text is not a URL.
struct URLPartsError: Error, Equatable {
  /// What is wrong, to stand after the quoted text in a sentence.
  let fault: String

  /// An error that says `fault`.
  init(_ fault: String) {
    self.fault = fault
  }
}
