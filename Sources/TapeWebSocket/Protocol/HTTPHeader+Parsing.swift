extension HTTPHeader {
  /// Reads one header line, without its end (RFC 9112 §5); obsolete folding is refused.
  init(parsing line: [UInt8]) throws(WebSocketError) {
    guard let first = line.first, !first.isBlank else {
      throw .invalidHandshake("a header line is folded (RFC 9112 §5.2)")
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      line[..<colon].allSatisfy(\.isTokenCharacter)
    else { throw .invalidHandshake("a header line has no valid name (RFC 9112 §5.1)") }
    guard line.allSatisfy(\.isFieldContent) else {
      throw .invalidHandshake("a header line holds a control character (RFC 9110 §5.5)")
    }
    let value = line[(colon + 1)...].trimmingBlanks
    self.init(
      name: String(decoding: line[..<colon], as: UTF8.self),
      value: String(decoding: value, as: UTF8.self))
  }
}

extension [HTTPHeader] {
  /// The values of all fields of that name, in order.
  func values(named name: String) -> [String] {
    let name = name.lowercased()
    return filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// The members of the comma-separated lists in all fields of that name, empty ones left out (RFC 9110 §5.6.1).
  func tokens(named name: String) -> [String] {
    values(named: name).flatMap { value in
      [UInt8](value.utf8).split(separator: UInt8(ascii: ",")).map(\.trimmingBlanks).filter { !$0.isEmpty }
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Whether those lists have that member, compared without regard to case.
  func hasToken(_ token: String, named name: String) -> Bool {
    tokens(named: name).contains { $0.lowercased() == token.lowercased() }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces and tabs at either end.
  fileprivate var trimmingBlanks: ArraySlice<UInt8> {
    let start = drop(while: \.isBlank)
    return start[..<(start.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start.startIndex)]
  }
}
