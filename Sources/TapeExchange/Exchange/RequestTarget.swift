/// The target of a request, split at its first question mark, with its escapes undone (RFC 3986 section 2.1).
struct RequestTarget: Equatable, Sendable {
  /// The path as it was sent.
  let path: Substring
  private let query: Substring

  init(_ target: String) {
    path = target.prefix { $0 != "?" }
    query = target.dropFirst(path.count + 1)
  }

  /// The text behind a beginning of the path; nil when the path begins otherwise, or the text is none.
  func rest(after beginning: String) -> String? {
    path.hasPrefix(beginning) ? Self.unescaped(path.dropFirst(beginning.count)) : nil
  }

  /// The value of a parameter of the query; nil when it is not there, or no text.
  func parameter(_ name: String) -> String? {
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts[0] == name { return parts.count == 2 ? Self.unescaped(parts[1], plusIsSpace: true) : "" }
    }
    return nil
  }

  private static func unescaped(_ text: Substring, plusIsSpace: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0x25:
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
          return nil
        }
        bytes.append(high << 4 | low)
      case 0x2B where plusIsSpace: bytes.append(0x20)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
