/// What a source may write as a string or as a number.
enum JSONLexeme: Equatable {
  /// A string.
  case text(JSONText)
  /// A number, at its place.
  case number(Range<Int>)
  /// Null.
  case null
  /// Anything else.
  case other
}

extension JSONScanner {
  /// Reads a value of any shape; a number is left as its text, so that it may be as large and as precise as it likes.
  mutating func lexeme(in bytes: Span<UInt8>) throws(JSONFault) -> JSONLexeme {
    skipWhitespace(in: bytes)
    let first = peek(in: bytes)
    if first == UInt8(ascii: "\"") { return .text(try scanString(in: bytes)) }
    let start = offset
    if first == UInt8(ascii: "-") || Self.isDigit(first) {
      _ = try scanNumber(in: bytes)
      return .number(start..<offset)
    }
    try skipValue(in: bytes)
    return first == UInt8(ascii: "n") ? .null : .other
  }
}

extension JSONLexeme {
  /// The string; nil for anything else.
  func string(of bytes: Span<UInt8>) -> String? {
    if case .text(let text) = self { text.string(of: bytes) } else { nil }
  }

  /// The integer, written as a number or in a string; nil when it is none of 64 bits.
  func integer(of bytes: Span<UInt8>) -> Int? {
    guard let number = decimal(of: bytes), number.scale == 0 else { return nil }
    return number.units
  }

  /// The number, written as a number or in a string; nil when it is none that fits.
  func decimal(of bytes: Span<UInt8>) -> DecimalNumber? {
    switch self {
    case .text(let text): text.withBytes(of: bytes) { DecimalNumber($0) }
    case .number(let range): DecimalNumber(bytes.extracting(range))
    case .null, .other: nil
    }
  }

  /// A price: null and an empty string are none, what is no number is not fit.
  func price(of bytes: Span<UInt8>) -> PriceField {
    switch self {
    case .null: return .missing
    case .text(let text) where text.range.isEmpty: return .missing
    default: return decimal(of: bytes).map { .value($0) } ?? .unfit
    }
  }
}

/// A price of a message of a source.
enum PriceField: Equatable {
  /// Not in the message, null, or empty.
  case missing
  /// That number.
  case value(DecimalNumber)
  /// Something that is no number, or none that fits.
  case unfit

  /// The number; nil for none.
  var number: DecimalNumber? {
    if case .value(let number) = self { number } else { nil }
  }
}
