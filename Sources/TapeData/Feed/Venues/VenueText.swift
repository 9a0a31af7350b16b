import TapeDomain

/// What the words of a venue's refusal mean, and how its commands are put together.
enum VenueText {
  /// Whether the words say that it was asked too often, or that the venue is busy: worth asking again later.
  static func meansLater(_ words: String) -> Bool {
    let words = words.lowercased()
    return ["rate", "too many", "busy", "unavailable", "maintenance", "try again", "timeout", "throttl"]
      .contains { words.contains($0) }
  }

  /// A JSON array of strings.
  static func array(_ texts: [String]) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "[")]
    for (index, text) in texts.enumerated() {
      if index > 0 { result.append(UInt8(ascii: ",")) }
      result += JSONText.quoted(text)
    }
    result.append(UInt8(ascii: "]"))
    return result
  }
}

extension JSONLexeme {
  /// The symbol; nil when the text is none.
  func symbol(of bytes: Span<UInt8>) -> Symbol? {
    guard case .text(let text) = self else { return nil }
    return text.withBytes(of: bytes) { Symbol(utf8: $0) }
  }

  /// The time of a string (RFC 3339).
  func timestamp(of bytes: Span<UInt8>, times: inout RFC3339Reader) -> Timestamp? {
    guard case .text(let text) = self else { return nil }
    return text.withBytes(of: bytes) { times.timestamp(of: $0) }
  }
}
