import TapeDomain

/// `GET /api/v3/exchangeInfo`: symbols with their filters, of which the price filter has the increment.
struct BinanceListing: InstrumentListing {
  let paths = ["/api/v3/exchangeInfo?permissions=SPOT&showPermissionSets=false"]

  func instruments(in bodies: [[UInt8]]) -> [VenueInstrument]? {
    guard let body = bodies.first else { return nil }
    return try? Self.symbols(in: body)
  }

  private static func symbols(in body: [UInt8]) throws(JSONFault) -> [VenueInstrument]? {
    let bytes = body.span
    var result: [VenueInstrument]?
    var scanner = JSONScanner()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      if try scanner.key(in: bytes).string(of: bytes) == "symbols", scanner.container(in: bytes) == .array {
        result = try symbols(with: &scanner, from: bytes)
      } else {
        try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
    return result
  }

  private static func symbols(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>
  ) throws(JSONFault) -> [VenueInstrument] {
    var result: [VenueInstrument] = []
    var more = try scanner.begin(.array, in: bytes)
    while more {
      if scanner.container(in: bytes) == .object {
        if let instrument = try symbol(with: &scanner, from: bytes) { result.append(instrument) }
      } else {
        try scanner.skipValue(in: bytes)
      }
      more = try scanner.next(.array, in: bytes)
    }
    return result
  }

  private static func symbol(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>
  ) throws(JSONFault) -> VenueInstrument? {
    var fields: [String: String] = [:]
    var increment: String?
    var more = try scanner.begin(.object, in: bytes)
    while more {
      let name = try scanner.key(in: bytes).string(of: bytes)
      if name == "filters", scanner.container(in: bytes) == .array {
        increment = try priceIncrement(with: &scanner, from: bytes)
      } else {
        fields[name] = try scanner.lexeme(in: bytes).string(of: bytes)
      }
      more = try scanner.next(.object, in: bytes)
    }
    guard let symbol = fields["symbol"].flatMap({ Symbol($0) }), let base = fields["baseAsset"],
      let currency = fields["quoteAsset"], VenueInstrument.isCurrency(currency)
    else { return nil }
    let session: MarketSession =
      switch fields["status"] ?? "TRADING" {
      case "TRADING": .open
      case "AUCTION_MATCH": .auction
      // A pair that was taken off the list stays in BREAK.
      default: .halted
      }
    return VenueInstrument(
      symbol: symbol, name: "\(base) / \(currency)", currency: currency,
      scale: increment.flatMap(VenueInstrument.scale(ofIncrement:)), session: session)
  }

  /// The increment of the price filter; 0 switches it off.
  private static func priceIncrement(
    with scanner: inout JSONScanner, from bytes: Span<UInt8>
  ) throws(JSONFault) -> String? {
    var result: String?
    var more = try scanner.begin(.array, in: bytes)
    while more {
      let fields = try scanner.texts(of: ["filterType", "tickSize"], in: bytes)
      if fields["filterType"] == "PRICE_FILTER" { result = fields["tickSize"] }
      more = try scanner.next(.array, in: bytes)
    }
    return result
  }
}
