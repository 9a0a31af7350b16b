import TapeDomain

/// What one frame of Coinbase Exchange holds.
struct CoinbaseFrame {
  var type: String?
  var product: Symbol?
  var time: Timestamp?
  var trade: Int?
  var lastTrade: Int?
  /// The products of the ticker channel, in the answer to a command.
  var subscribed: [Symbol] = []
  private var message = ""
  private var reason = ""
  private var price = PriceField.missing
  private var open = PriceField.missing
  private var high = PriceField.missing
  private var low = PriceField.missing
  private var bid = PriceField.missing
  private var ask = PriceField.missing

  /// Reads a frame into an empty one.
  ///
  /// - Throws: ``JSONFault`` when it is no JSON object.
  mutating func read(_ bytes: Span<UInt8>, times: inout RFC3339Reader) throws(JSONFault) {
    var scanner = JSONScanner()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      let key = try scanner.key(in: bytes)
      if key.withBytes(of: bytes, { $0.equals("channels") }) {
        try readChannels(with: &scanner, from: bytes)
      } else {
        let value = try scanner.lexeme(in: bytes)
        set(key.string(of: bytes), to: value, of: bytes, times: &times)
      }
      more = try scanner.next(.object, in: bytes)
    }
    try scanner.end(in: bytes)
  }

  private mutating func set(
    _ field: String, to value: JSONLexeme, of bytes: Span<UInt8>, times: inout RFC3339Reader
  ) {
    switch field {
    case "type": type = value.string(of: bytes)
    case "product_id": product = value.symbol(of: bytes)
    case "time": time = value.timestamp(of: bytes, times: &times)
    case "trade_id": trade = value.integer(of: bytes)
    case "last_trade_id": lastTrade = value.integer(of: bytes)
    case "message": message = value.string(of: bytes) ?? ""
    case "reason": reason = value.string(of: bytes) ?? ""
    case "price": price = value.price(of: bytes)
    case "open_24h": open = value.price(of: bytes)
    case "high_24h": high = value.price(of: bytes)
    case "low_24h": low = value.price(of: bytes)
    case "best_bid": bid = value.price(of: bytes)
    case "best_ask": ask = value.price(of: bytes)
    default: break
    }
  }

  private mutating func readChannels(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>
  ) throws(JSONFault) {
    guard scanner.container(in: bytes) == .array else { return try scanner.skipValue(in: bytes) }
    var more = try scanner.begin(.array, in: bytes)
    while more {
      if scanner.container(in: bytes) == .object {
        try readChannel(with: &scanner, from: bytes)
      } else {
        try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.array, in: bytes)
    }
  }

  private mutating func readChannel(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>
  ) throws(JSONFault) {
    var name: String?
    var products: [Symbol] = []
    var more = try scanner.begin(.object, in: bytes)
    while more {
      switch try scanner.key(in: bytes).string(of: bytes) {
      case "name": name = try scanner.lexeme(in: bytes).string(of: bytes)
      case "product_ids": products = try scanner.symbols(in: bytes)
      default: try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
    if name == "ticker" { subscribed += products }
  }

  /// The tick that the frame says of its product.
  func tick(of symbol: Symbol) -> VenueTick {
    var tick = VenueTick(symbol: symbol)
    tick.time = time
    tick.trade = trade
    tick.last = price
    tick.reference = open
    tick.high = high
    tick.low = low
    tick.bid = bid
    tick.ask = ask
    return tick
  }

  /// The refusal that an error says; it names the product in words, if at all.
  var refusal: FeedAnswer {
    let words = [message, reason].filter { !$0.isEmpty }.joined(separator: ": ")
    if VenueText.meansLater(words) { return FeedAnswer(.later(words)) }
    guard reason.hasSuffix("is not a valid product") else { return FeedAnswer(.refused(words)) }
    let symbol = reason.split(separator: " ").first.flatMap { reason.hasPrefix(" ") ? nil : Symbol($0) }
    return FeedAnswer(symbols: symbol.map { [$0] } ?? [], .unknownSymbol)
  }
}

extension JSONScanner {
  /// Reads the symbols of an array of strings; what is no symbol is left out.
  mutating func symbols(in bytes: Span<UInt8>) throws(JSONFault) -> [Symbol] {
    guard container(in: bytes) == .array else {
      try skipValue(in: bytes)
      return []
    }
    var result: [Symbol] = []
    var more = try begin(.array, in: bytes)
    while more {
      if let symbol = try lexeme(in: bytes).symbol(of: bytes) { result.append(symbol) }
      more = try next(.array, in: bytes)
    }
    return result
  }
}
