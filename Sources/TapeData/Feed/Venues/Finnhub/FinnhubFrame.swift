import TapeDomain

/// What one frame of Finnhub holds.
struct FinnhubFrame {
  var type: String?
  /// What an error says.
  var words = ""
  /// The trades, in the order of the frame.
  var trades: [(symbol: Symbol, print: EquityPrint)] = []
  /// The symbols of trades whose price cannot be read.
  var unfit: [Symbol] = []

  /// Reads a frame into an empty one.
  ///
  /// - Throws: ``JSONFault`` when it is no JSON object.
  mutating func read(_ bytes: Span<UInt8>) throws(JSONFault) {
    var scanner = JSONScanner()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      switch try scanner.key(in: bytes).string(of: bytes) {
      case "type": type = try scanner.lexeme(in: bytes).string(of: bytes)
      case "msg": words = try scanner.lexeme(in: bytes).string(of: bytes) ?? ""
      case "data" where scanner.container(in: bytes) == .array: try readTrades(with: &scanner, from: bytes)
      default: try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
    try scanner.end(in: bytes)
  }

  private mutating func readTrades(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>
  ) throws(JSONFault) {
    var more = try scanner.begin(.array, in: bytes)
    while more {
      if scanner.container(in: bytes) == .object {
        try readTrade(with: &scanner, from: bytes)
      } else {
        try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.array, in: bytes)
    }
  }

  private mutating func readTrade(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>
  ) throws(JSONFault) {
    var symbol: Symbol?
    var price = PriceField.missing
    var time: Int?
    var more = try scanner.begin(.object, in: bytes)
    while more {
      switch try scanner.key(in: bytes).string(of: bytes) {
      case "s": symbol = try scanner.lexeme(in: bytes).symbol(of: bytes)
      case "p": price = try scanner.lexeme(in: bytes).price(of: bytes)
      case "t": time = try scanner.lexeme(in: bytes).integer(of: bytes)
      // "c" may be an array, null or not there; its codes are of no list that is public.
      default: try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
    guard let symbol else { return }
    switch price {
    case .unfit: unfit.append(symbol)
    case .missing: break
    case .value(let number):
      guard let time = time.flatMap({ Timestamp(milliseconds: $0) }) else { return unfit.append(symbol) }
      trades.append((symbol, EquityPrint(price: number, time: time)))
    }
  }
}

extension Timestamp {
  /// The time of so many milliseconds since 1970; nil when they do not fit.
  init?(milliseconds: Int) {
    let (nanoseconds, overflow) = Int64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
    guard !overflow, milliseconds > 0 else { return nil }
    self.init(nanoseconds: nanoseconds)
  }
}
