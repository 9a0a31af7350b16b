import TapeDomain

/// The body of an answer with snapshots.
struct AlpacaSnapshots {
  /// What is said of each symbol.
  private(set) var answers: [Symbol: EquityAnswer] = [:]

  /// A day as the exchange sums it up.
  private struct Bar {
    var begins: Timestamp?
    var open = PriceField.missing
    var high = PriceField.missing
    var low = PriceField.missing
    var close = PriceField.missing
  }

  /// Reads a body.
  ///
  /// - Throws: ``JSONFault`` when it is no JSON object.
  init(_ body: [UInt8]) throws(JSONFault) {
    let bytes = body.span
    var times = RFC3339Reader()
    var scanner = JSONScanner()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      let key = try scanner.key(in: bytes)
      let symbol = key.withBytes(of: bytes) { Symbol(utf8: $0) }
      if scanner.container(in: bytes) == .object {
        let answer = try Self.answer(with: &scanner, from: bytes, times: &times)
        if let symbol { answers[symbol] = answer }
      } else {
        try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
    try scanner.end(in: bytes)
  }

  /// The words of an error.
  static func message(of body: [UInt8]) throws(JSONFault) -> String {
    var scanner = JSONScanner()
    return try scanner.texts(of: ["message"], in: body.span)["message"] ?? ""
  }

  private static func answer(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>, times: inout RFC3339Reader
  ) throws(JSONFault) -> EquityAnswer {
    var answer = EquityAnswer()
    var today = Bar()
    var before = Bar()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      let name = try scanner.key(in: bytes).string(of: bytes)
      switch name {
      case "latestTrade" where scanner.container(in: bytes) == .object:
        answer.last = try AlpacaItem.read(with: &scanner, from: bytes, times: &times).print
      case "latestQuote" where scanner.container(in: bytes) == .object:
        let quote = try AlpacaItem.read(with: &scanner, from: bytes, times: &times)
        answer.bid = quote.bid
        answer.ask = quote.ask
      case "dailyBar" where scanner.container(in: bytes) == .object:
        today = try bar(with: &scanner, from: bytes, times: &times)
      case "prevDailyBar" where scanner.container(in: bytes) == .object:
        before = try bar(with: &scanner, from: bytes, times: &times)
      default: try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
    // Before the first trade of a day's session the newest bar is the one of the day before.
    if let trade = answer.last?.time, let begins = today.begins, trade - begins >= .seconds(86_400) {
      answer.previousClose = today.close
      return answer
    }
    answer.previousClose = before.close
    answer.open = today.open
    answer.high = today.high
    answer.low = today.low
    return answer
  }

  private static func bar(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>, times: inout RFC3339Reader
  ) throws(JSONFault) -> Bar {
    var bar = Bar()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      let name = try scanner.key(in: bytes).string(of: bytes)
      let value = try scanner.lexeme(in: bytes)
      switch name {
      case "t": bar.begins = value.timestamp(of: bytes, times: &times)
      case "o": bar.open = value.price(of: bytes)
      case "h": bar.high = value.price(of: bytes)
      case "l": bar.low = value.price(of: bytes)
      case "c": bar.close = value.price(of: bytes)
      default: break
      }
      more = try scanner.next(.object, in: bytes)
    }
    return bar
  }
}
