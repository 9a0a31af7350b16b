import TapeDomain

extension TapeFrame {
  /// The longest code of a currency.
  static let maximumCurrencyLength = 15

  /// Reads a frame into an empty one.
  ///
  /// - Throws: ``JSONFault`` when it is no JSON object.
  mutating func read(_ bytes: Span<UInt8>, memory: inout TapeMemory) throws(JSONFault) {
    var scanner = JSONScanner()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      let key = try scanner.key(in: bytes)
      switch key.withBytes(of: bytes, TapeField.init(name:)) {
      case nil: try scanner.skipValue(in: bytes)
      case .simulated: try readSimulated(with: &scanner, from: bytes)
      case .symbols: try readSymbols(with: &scanner, from: bytes, memory: &memory)
      case let field? where field.rawValue < TapeField.integerCount:
        try readInteger(field, with: &scanner, from: bytes)
      case let field?: try readText(field, with: &scanner, from: bytes, memory: &memory)
      }
      more = try scanner.next(.object, in: bytes)
    }
    try scanner.end(in: bytes)
  }

  @inline(__always)
  private mutating func readInteger(
    _ field: TapeField, with scanner: inout JSONScanner, from bytes: Span<UInt8>
  ) throws(JSONFault) {
    var isFit = true
    switch try scanner.integer(in: bytes) {
    case .value(let integer): integers[field.rawValue] = .set(integer)
    case .null: integers[field.rawValue] = .null
    case .unfit: isFit = false
    }
    unfit.set(field, !isFit)
  }

  private mutating func readSimulated(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>
  ) throws(JSONFault) {
    isSimulated = nil
    var isFit = true
    switch try scanner.boolean(in: bytes) {
    case .value(let value): isSimulated = value
    case .null: break
    case .unfit: isFit = false
    }
    unfit.set(.simulated, !isFit)
  }

  private mutating func readText(
    _ field: TapeField, with scanner: inout JSONScanner, from bytes: Span<UInt8>, memory: inout TapeMemory
  ) throws(JSONFault) {
    let value = try scanner.string(in: bytes)
    clear(field)
    let isFit =
      switch value {
      case .value(let text): set(field, to: text, of: bytes, memory: &memory)
      case .null: true
      case .unfit: false
      }
    unfit.set(field, !isFit)
  }

  private mutating func clear(_ field: TapeField) {
    switch field {
    case .type: kind = nil
    case .symbol: symbol = nil
    case .time: time = nil
    case .currency: currency = nil
    case .session: session = .null
    case .code: code = nil
    case .name: name = nil
    case .quality: quality = nil
    default: text = nil
    }
  }

  /// Sets a text field; false when the text is not fit for it.
  private mutating func set(
    _ field: TapeField, to value: JSONText, of bytes: Span<UInt8>, memory: inout TapeMemory
  ) -> Bool {
    switch field {
    case .type:
      kind = value.withBytes(of: bytes, Kind.init(name:))
    case .symbol:
      symbol = value.withBytes(of: bytes) { Symbol(utf8: $0) }
      return symbol != nil
    case .time:
      time = value.withBytes(of: bytes) { memory.times.timestamp(of: $0) }
      return time != nil
    case .currency:
      let code = value.string(of: bytes)
      currency = code
      return (1...Self.maximumCurrencyLength).contains(code.utf8.count)
        && code.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    case .session:
      guard let known = MarketSession(rawValue: value.string(of: bytes)) else { return false }
      session = .set(known)
    case .code: code = value.string(of: bytes)
    case .name: name = value.string(of: bytes)
    case .quality: quality = value.string(of: bytes)
    default: text = value.string(of: bytes)
    }
    return true
  }

  private mutating func readSymbols(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>, memory: inout TapeMemory
  ) throws(JSONFault) {
    var list: [Symbol] = []
    var isFit = scanner.container(in: bytes) == .array
    guard isFit else {
      unfit.set(.symbols, true)
      return try scanner.skipValue(in: bytes)
    }
    var more = try scanner.begin(.array, in: bytes)
    while more {
      if case .value(let text) = try scanner.string(in: bytes),
        let symbol = text.withBytes(of: bytes, { Symbol(utf8: $0) })
      {
        list.append(symbol)
      } else {
        isFit = false
      }
      more = try scanner.next(.array, in: bytes)
    }
    symbols = list
    unfit.set(.symbols, !isFit)
  }
}
