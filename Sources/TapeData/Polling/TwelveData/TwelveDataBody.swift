import TapeDomain

/// What the body of an answer to a request for quotes holds: one object for one symbol, an object of them for several, or an
/// error in the place of either.
struct TwelveDataBody {
  /// A quote, and the code of its market.
  struct Quote {
    var tick: PolledTick
    var market: String?
  }

  /// What stands for a symbol.
  enum Item {
    case quote(Quote)
    case error(Symbol, TwelveDataError)
  }

  /// In the order of the body.
  private(set) var items: [Item] = []
  /// The error in the place of everything.
  private(set) var error: TwelveDataError?

  /// Reads the body of an answer about `symbols`.
  ///
  /// - Throws: ``JSONFault`` when it is no JSON object.
  init(_ bytes: Span<UInt8>, symbols: [Symbol]) throws(JSONFault) {
    var scanner = JSONScanner()
    var own = Fields()
    let keys = Dictionary(symbols.map { ($0.text.uppercased(), $0) }) { first, _ in first }
    var more = try scanner.begin(.object, in: bytes)
    while more {
      let key = try scanner.key(in: bytes).string(of: bytes)
      if let symbol = keys[key.uppercased()], scanner.container(in: bytes) == .object {
        var fields = Fields()
        try fields.readObject(with: &scanner, in: bytes)
        items.append(fields.item(of: symbol))
      } else {
        try own.read(key, with: &scanner, in: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
    try scanner.end(in: bytes)
    guard items.isEmpty else { return }
    if let said = own.error {
      error = said
    } else if let symbol = symbols.first, symbols.count == 1, own.hasQuote {
      items = [own.item(of: symbol)]
    }
  }

  /// The fields of one object.
  private struct Fields {
    private var texts: [String: String] = [:]
    private var prices: [String: PriceField] = [:]
    private var isOpen: Bool?

    private static let names: Set = [
      "name", "currency", "mic_code", "exchange", "message", "status", "symbol",
    ]
    private static let numbers: Set = ["code", "timestamp", "last_quote_at", "volume"]
    private static let values: Set = ["close", "previous_close", "open", "high", "low", "change"]

    var error: TwelveDataError? {
      guard texts["status"] == "error" || (texts["code"] != nil && texts["message"] != nil) else {
        return nil
      }
      return TwelveDataError(code: texts["code"].flatMap { Int($0) } ?? 0, message: texts["message"] ?? "")
    }

    var hasQuote: Bool { prices["close"] != nil || texts["symbol"] != nil }

    mutating func readObject(with scanner: inout JSONScanner, in bytes: Span<UInt8>) throws(JSONFault) {
      var more = try scanner.begin(.object, in: bytes)
      while more {
        let key = try scanner.key(in: bytes).string(of: bytes)
        try read(key, with: &scanner, in: bytes)
        more = try scanner.next(.object, in: bytes)
      }
    }

    mutating func read(
      _ key: String, with scanner: inout JSONScanner, in bytes: Span<UInt8>
    ) throws(JSONFault) {
      if key == "is_market_open" {
        if case .value(let isOpen) = try scanner.boolean(in: bytes) { self.isOpen = isOpen }
        return
      }
      let value = try scanner.lexeme(in: bytes)
      if Self.values.contains(key) {
        prices[key] = value.price(of: bytes)
      } else if Self.names.contains(key) {
        texts[key] = value.string(of: bytes)
      } else if Self.numbers.contains(key) {
        texts[key] = value.integer(of: bytes).map { String($0) }
      }
    }

    func item(of symbol: Symbol) -> Item {
      if let error { return .error(symbol, error) }
      var tick = PolledTick(symbol: symbol)
      tick.name = texts["name"]
      tick.currency = texts["currency"] ?? Self.quoted(symbol)
      let seconds = texts["last_quote_at"] ?? texts["timestamp"]
      tick.time = seconds.flatMap { Int64($0) }.flatMap { (1..<9_000_000_000).contains($0) ? $0 : nil }
        .map { Timestamp(seconds: $0) }
      tick.session = isOpen.map { $0 ? .open : .closed }
      tick.last = price("close", of: symbol)
      tick.previousClose = price("previous_close", of: symbol)
      tick.change = price("change", of: symbol)
      tick.open = price("open", of: symbol)
      tick.high = price("high", of: symbol)
      tick.low = price("low", of: symbol)
      tick.volume = texts["volume"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      return .quote(Quote(tick: tick, market: texts["mic_code"] ?? texts["exchange"]))
    }

    private func price(_ key: String, of symbol: Symbol) -> PriceField {
      guard case .value(let number) = prices[key] else { return prices[key] ?? .missing }
      // The part behind a colon names the exchange.
      let bare = Symbol(symbol.text.prefix { $0 != ":" }) ?? symbol
      return .value(number.asQuoted(of: bare))
    }

    /// What a pair is quoted in, which answers about pairs do not repeat.
    private static func quoted(_ symbol: Symbol) -> String? {
      let text = symbol.text
      guard let stroke = text.lastIndex(of: "/") else { return nil }
      return String(text[text.index(after: stroke)...])
    }
  }
}
