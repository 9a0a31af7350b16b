import TapeDomain

/// What one element of a frame of Alpaca holds; which fields it has depends on its kind.
struct AlpacaItem {
  /// The kind: `t` trade, `q` quote, `s` status, `c` correction, `x` cancel, and words for what is not of a symbol.
  var kind: String?
  /// The instrument.
  var symbol: Symbol?
  /// The time at the venue.
  var time: Timestamp?
  /// The price of a trade.
  var price = PriceField.missing
  /// The best bid.
  var bid = PriceField.missing
  /// The best ask.
  var ask = PriceField.missing
  /// The exchange's letter.
  var exchange = ""
  /// The number of a trade.
  var number: Int?
  /// The conditions of a trade.
  var conditions: [String] = []
  /// The conditions of a trade after a correction.
  var newConditions: [String] = []
  /// The number of the trade that a correction is about.
  var oldNumber: Int?
  /// Its number after the correction.
  var newNumber: Int?
  /// Its price after the correction.
  var newPrice = PriceField.missing
  /// The code of a status.
  var status: String?
  /// The code of an error.
  var code: Int?
  /// The words of an error or a success.
  var words = ""
  /// The symbols whose trades are subscribed.
  var subscribed: [Symbol] = []

  /// Reads one element.
  ///
  /// - Throws: ``JSONFault`` when it is no JSON object.
  static func read(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>, times: inout RFC3339Reader
  ) throws(JSONFault) -> AlpacaItem {
    var item = AlpacaItem()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      let name = try scanner.key(in: bytes).string(of: bytes)
      switch name {
      case "c" where scanner.container(in: bytes) == .array: item.conditions = try scanner.strings(in: bytes)
      case "cc" where scanner.container(in: bytes) == .array:
        item.newConditions = try scanner.strings(in: bytes)
      case "trades" where scanner.container(in: bytes) == .array:
        item.subscribed = try scanner.symbols(in: bytes)
      default: item.set(name, to: try scanner.lexeme(in: bytes), of: bytes, times: &times)
      }
      more = try scanner.next(.object, in: bytes)
    }
    return item
  }

  private mutating func set(
    _ field: String, to value: JSONLexeme, of bytes: Span<UInt8>, times: inout RFC3339Reader
  ) {
    switch field {
    case "T": kind = value.string(of: bytes)
    case "S": symbol = value.symbol(of: bytes)
    case "t": time = value.timestamp(of: bytes, times: &times)
    case "p": price = value.price(of: bytes)
    case "bp": bid = value.price(of: bytes)
    case "ap": ask = value.price(of: bytes)
    case "x": exchange = value.string(of: bytes) ?? ""
    case "i": number = value.integer(of: bytes)
    case "oi": oldNumber = value.integer(of: bytes)
    case "ci": newNumber = value.integer(of: bytes)
    case "cp": newPrice = value.price(of: bytes)
    case "sc": status = value.string(of: bytes)
    case "code": code = value.integer(of: bytes)
    case "msg": words = value.string(of: bytes) ?? ""
    default: break
    }
  }

  /// The trade; nil when it has no price or no time, or is one that does not make a last price.
  var print: EquityPrint? {
    guard let price = price.number, price.units > 0, let time, Self.setsLast(conditions) else { return nil }
    return EquityPrint(price: price, time: time, key: key(number))
  }

  /// The right price of a corrected trade; nil when it has none, or makes no last price any more.
  var correctedPrice: DecimalNumber? { Self.setsLast(newConditions) ? newPrice.number : nil }

  /// What names the trade of that number on the exchange of this element.
  func key(_ number: Int?) -> EquityPrint.Key? {
    number.map { EquityPrint.Key(number: $0, exchange: exchange) }
  }

  /// Whether a trade of these conditions is the last price by the rules of the tapes: averages, prices agreed before, and
  /// those reported out of order are not.
  static func setsLast(_ conditions: [String]) -> Bool { !conditions.contains { silent.contains($0) } }

  /// Bunched, cash, price variation, official close, next day, prior reference, official open, seller, extended hours out of
  /// order, contingent, average, out of order, derivatively priced, qualified contingent.
  private static let silent: Set<String> = [
    "B", "C", "H", "M", "N", "P", "Q", "R", "U", "V", "W", "Z", "4", "7",
  ]
}

extension JSONScanner {
  /// Reads the strings of an array; what is no string is left out.
  mutating func strings(in bytes: Span<UInt8>) throws(JSONFault) -> [String] {
    var result: [String] = []
    var more = try begin(.array, in: bytes)
    while more {
      if let text = try lexeme(in: bytes).string(of: bytes) { result.append(text) }
      more = try next(.array, in: bytes)
    }
    return result
  }
}
