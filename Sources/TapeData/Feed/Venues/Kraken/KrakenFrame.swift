import TapeDomain

/// What one frame of Kraken holds.
struct KrakenFrame {
  var channel: String?
  /// What a ticker says of each of its symbols.
  var ticks: [VenueTick] = []
  /// The state of the venue.
  var system: String?
  /// When the venue sent an answer.
  var time: Timestamp?
  private var isSnapshot = false
  private var method: String?
  private var request: Int?
  private var succeeds: Bool?
  private var error: String?
  private var symbol: Symbol?

  /// Whether the frame answers a command.
  var isAnswer: Bool { method != nil || error != nil }

  /// Reads a frame into an empty one.
  ///
  /// - Throws: ``JSONFault`` when it is no JSON object.
  mutating func read(_ bytes: Span<UInt8>, times: inout RFC3339Reader) throws(JSONFault) {
    var scanner = JSONScanner()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      switch try scanner.key(in: bytes).string(of: bytes) {
      case "type": isSnapshot = try scanner.lexeme(in: bytes).string(of: bytes) == "snapshot"
      case "channel": channel = try scanner.lexeme(in: bytes).string(of: bytes)
      case "method": method = try scanner.lexeme(in: bytes).string(of: bytes)
      case "req_id": request = try scanner.lexeme(in: bytes).integer(of: bytes)
      case "error", "Error": error = try scanner.lexeme(in: bytes).string(of: bytes)
      case "symbol": symbol = try scanner.lexeme(in: bytes).symbol(of: bytes)
      case "time_out": time = try scanner.lexeme(in: bytes).timestamp(of: bytes, times: &times)
      case "success":
        if case .value(let value) = try scanner.boolean(in: bytes) { succeeds = value }
      case "result": try readResult(with: &scanner, from: bytes)
      case "data": try readData(with: &scanner, from: bytes, times: &times)
      default: try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
    try scanner.end(in: bytes)
    for index in ticks.indices { ticks[index].isSnapshot = isSnapshot }
  }

  private mutating func readResult(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>
  ) throws(JSONFault) {
    guard scanner.container(in: bytes) == .object else { return try scanner.skipValue(in: bytes) }
    var more = try scanner.begin(.object, in: bytes)
    while more {
      if try scanner.key(in: bytes).string(of: bytes) == "symbol" {
        symbol = try scanner.lexeme(in: bytes).symbol(of: bytes)
      } else {
        try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
  }

  private mutating func readData(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>, times: inout RFC3339Reader
  ) throws(JSONFault) {
    guard scanner.container(in: bytes) == .array else { return try scanner.skipValue(in: bytes) }
    var more = try scanner.begin(.array, in: bytes)
    while more {
      if scanner.container(in: bytes) == .object {
        try readItem(with: &scanner, from: bytes, times: &times)
      } else {
        try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.array, in: bytes)
    }
  }

  private mutating func readItem(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>, times: inout RFC3339Reader
  ) throws(JSONFault) {
    var item = KrakenItem()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      let field = try scanner.key(in: bytes).string(of: bytes)
      let value = try scanner.lexeme(in: bytes)
      if field == "system" {
        system = value.string(of: bytes)
      } else {
        item.set(field, to: value, of: bytes, times: &times)
      }
      more = try scanner.next(.object, in: bytes)
    }
    if let tick = item.tick { ticks.append(tick) }
  }

  /// What the answer says; nil when it is about no subscription.
  var answer: FeedAnswer? {
    let symbols = symbol.map { [$0] } ?? []
    if succeeds == true {
      guard method == "subscribe" || method == "unsubscribe" else { return nil }
      return FeedAnswer(request: request, symbols: symbols, .accepted)
    }
    guard let error else { return nil }
    if VenueText.meansLater(error) { return FeedAnswer(request: request, symbols: symbols, .later(error)) }
    // "Currency pair not supported", "Currency pair not in ISO 4217-A3 format".
    if error.lowercased().contains("currency pair") {
      return FeedAnswer(request: request, symbols: symbols, .unknownSymbol)
    }
    // Asked for twice: what was wanted is so.
    if error.lowercased().contains("already subscribed") {
      return FeedAnswer(request: request, symbols: symbols, .accepted)
    }
    return FeedAnswer(request: request, symbols: symbols, .refused(error))
  }
}

/// What one element of a ticker's data holds.
struct KrakenItem {
  private var symbol: Symbol?
  private var time: Timestamp?
  private var last = PriceField.missing
  private var change = PriceField.missing
  private var high = PriceField.missing
  private var low = PriceField.missing
  private var bid = PriceField.missing
  private var ask = PriceField.missing

  /// Sets a field that is known.
  mutating func set(
    _ field: String, to value: JSONLexeme, of bytes: Span<UInt8>, times: inout RFC3339Reader
  ) {
    switch field {
    case "symbol": symbol = value.symbol(of: bytes)
    case "timestamp": time = value.timestamp(of: bytes, times: &times)
    case "last": last = value.price(of: bytes)
    case "change": change = value.price(of: bytes)
    case "high": high = value.price(of: bytes)
    case "low": low = value.price(of: bytes)
    case "bid": bid = value.price(of: bytes)
    case "ask": ask = value.price(of: bytes)
    default: break
    }
  }

  /// The tick; nil without a symbol. The price of 24 hours ago is the last one less the change, whose last
  /// digits may be noise of the venue's own arithmetic.
  var tick: VenueTick? {
    guard let symbol else { return nil }
    var tick = VenueTick(symbol: symbol)
    tick.time = time
    tick.last = last
    tick.high = high
    tick.low = low
    tick.bid = bid
    tick.ask = ask
    if let last = last.number, last.units > 0, let change = change.number,
      let reference = last - change.rounded(to: max(last.scale, 8))
    {
      tick.reference = .value(reference)
    }
    return tick
  }
}
