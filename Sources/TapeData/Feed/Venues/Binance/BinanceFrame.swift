import TapeDomain

/// What one frame of Binance holds: an event, bare or under `data` of a combined stream, or an answer.
struct BinanceFrame {
  var event: String?
  var time: Timestamp?
  private var symbol: Symbol?
  private var request: Int?
  private var isAnswer = false
  private var errorCode: Int?
  private var errorText: String?
  private var last = PriceField.missing
  private var open = PriceField.missing
  private var high = PriceField.missing
  private var low = PriceField.missing
  private var bid = PriceField.missing
  private var ask = PriceField.missing

  /// Reads a frame into an empty one.
  ///
  /// - Throws: ``JSONFault`` when it is no JSON object.
  mutating func read(_ bytes: Span<UInt8>) throws(JSONFault) {
    var scanner = JSONScanner()
    try readObject(with: &scanner, from: bytes, depth: 0)
    try scanner.end(in: bytes)
  }

  private mutating func readObject(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>, depth: Int
  ) throws(JSONFault) {
    var more = try scanner.begin(.object, in: bytes)
    while more {
      let field = try scanner.key(in: bytes).string(of: bytes)
      if depth == 0, field == "data" || field == "error", scanner.container(in: bytes) == .object {
        if field == "error" { isAnswer = true }
        try readObject(with: &scanner, from: bytes, depth: 1)
      } else {
        set(field, to: try scanner.lexeme(in: bytes), of: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
  }

  private mutating func set(_ field: String, to value: JSONLexeme, of bytes: Span<UInt8>) {
    switch field {
    case "e": event = value.string(of: bytes)
    case "E": time = value.integer(of: bytes).flatMap(Self.time)
    case "s": symbol = value.symbol(of: bytes)
    case "c": last = value.price(of: bytes)
    case "o": open = value.price(of: bytes)
    case "h": high = value.price(of: bytes)
    case "l": low = value.price(of: bytes)
    case "b": bid = value.price(of: bytes)
    case "a": ask = value.price(of: bytes)
    case "id": request = value.integer(of: bytes)
    case "result": isAnswer = true
    case "code":
      errorCode = value.integer(of: bytes)
      isAnswer = true
    case "msg": errorText = value.string(of: bytes)
    default: break
    }
  }

  /// The answer to a command; nil when the frame is none.
  var answer: FeedAnswer? {
    guard isAnswer, event == nil else { return nil }
    guard errorCode != nil || errorText != nil else { return FeedAnswer(request: request, .accepted) }
    let words = errorText ?? "error \(errorCode ?? 0)"
    if VenueText.meansLater(words) { return FeedAnswer(request: request, .later(words)) }
    return FeedAnswer(request: request, .refused(words))
  }

  /// The tick of a ticker; nil without a symbol.
  var tick: VenueTick? {
    guard let symbol else { return nil }
    var tick = VenueTick(symbol: symbol)
    tick.time = time
    tick.last = last
    tick.reference = open
    tick.high = high
    tick.low = low
    tick.bid = bid
    tick.ask = ask
    return tick
  }

  /// A time in milliseconds, or in microseconds where it would be a year beyond 5000; nil when it is neither, or beyond
  /// what nanoseconds can count (the year 2262).
  private static func time(_ count: Int) -> Timestamp? {
    guard count > 0 else { return nil }
    let factor: Int64 = count < 100_000_000_000_000 ? 1_000_000 : 1_000
    let (nanoseconds, isTooLarge) = Int64(count).multipliedReportingOverflow(by: factor)
    return isTooLarge ? nil : Timestamp(nanoseconds: nanoseconds)
  }
}
