import TapeDomain

extension VenueInstrument {
  /// The decimals of prices that move by `increment`, such as 2 for `0.01`; nil for what is no increment.
  static func scale(ofIncrement increment: String) -> Int? {
    let bytes = Array(increment.utf8)
    guard let number = DecimalNumber(bytes.span), number.units > 0 else { return nil }
    return number.scale
  }

  /// Whether a text can be the code of a currency.
  static func isCurrency(_ code: String) -> Bool {
    (1...TapeFrame.maximumCurrencyLength).contains(code.utf8.count)
      && code.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

extension JSONScanner {
  /// Reads an object and returns the values of these fields as text: strings, numbers as they are written, true and false.
  mutating func texts(of fields: Set<String>, in bytes: Span<UInt8>) throws(JSONFault) -> [String: String] {
    var result: [String: String] = [:]
    guard container(in: bytes) == .object else {
      try skipValue(in: bytes)
      return result
    }
    var more = try begin(.object, in: bytes)
    while more {
      let name = try key(in: bytes).string(of: bytes)
      skipWhitespace(in: bytes)
      let start = offset
      let isTruth = peek(in: bytes) == UInt8(ascii: "t") || peek(in: bytes) == UInt8(ascii: "f")
      let value = try lexeme(in: bytes)
      if fields.contains(name) {
        switch value {
        case .text(let text): result[name] = text.string(of: bytes)
        case .number: result[name] = JSONText(range: start..<offset, isPlain: true).string(of: bytes)
        case .other where isTruth:
          result[name] = JSONText(range: start..<offset, isPlain: true).string(of: bytes)
        case .null, .other: break
        }
      }
      more = try next(.object, in: bytes)
    }
    return result
  }
}
