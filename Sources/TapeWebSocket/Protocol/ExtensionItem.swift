/// One extension in a `Sec-WebSocket-Extensions` header, with its parameters (RFC 6455 §9.1).
struct ExtensionItem: Equatable, Sendable {
  /// A parameter and its value, which may be missing.
  struct Parameter: Equatable, Sendable {
    let name: String
    let value: String?
  }

  /// The extension's name.
  let name: String
  /// Its parameters, in their order.
  let parameters: [Parameter]

  /// Reads one member of the header's list; nil when it is malformed.
  ///
  /// A quoted value is as good as a bare one. No value of an extension known here has a comma or semicolon.
  init?(parsing text: String) {
    var parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
    guard let name = parts.popFirst().flatMap({ Self.token(Array($0)) }) else { return nil }
    var parameters: [Parameter] = []
    for part in parts {
      let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.token(Array(sides[0])) else { return nil }
      var value: String?
      if sides.count == 2 {
        value = Self.token(Self.unquoted(sides[1]))
        guard value != nil else { return nil }
      }
      parameters.append(Parameter(name: name, value: value))
    }
    self.name = name
    self.parameters = parameters
  }

  /// The token without the blanks around it; nil when it is none.
  private static func token(_ bytes: [UInt8]) -> String? {
    let token = trimmed(bytes[...])
    guard !token.isEmpty, token.allSatisfy(\.isTokenCharacter) else { return nil }
    return String(decoding: token, as: UTF8.self)
  }

  private static func unquoted(_ value: Substring.UTF8View) -> [UInt8] {
    let value = trimmed(Array(value)[...])
    let quote = UInt8(ascii: "\"")
    guard value.count >= 2, value.first == quote, value.last == quote else { return Array(value) }
    return Array(value.dropFirst().dropLast())
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = bytes.drop(while: \.isBlank)
    return start[..<(start.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start.startIndex)]
  }
}

extension [HTTPHeader] {
  /// The extensions that the header names, in order; nil when one of them is malformed.
  var extensions: [ExtensionItem]? {
    var items: [ExtensionItem] = []
    for text in tokens(named: "Sec-WebSocket-Extensions") {
      guard let item = ExtensionItem(parsing: text) else { return nil }
      items.append(item)
    }
    return items
  }
}
