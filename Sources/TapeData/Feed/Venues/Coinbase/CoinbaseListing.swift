import TapeDomain

/// `GET /products`, with the names of `GET /currencies`.
struct CoinbaseListing: InstrumentListing {
  let paths = ["/products", "/currencies"]

  func instruments(in bodies: [[UInt8]]) -> [VenueInstrument]? {
    let names = bodies.count > 1 ? (try? Self.names(in: bodies[1])) ?? [:] : [:]
    guard let body = bodies.first else { return nil }
    return try? Self.products(in: body, names: names)
  }

  /// The names of currencies by their codes.
  private static func names(in body: [UInt8]) throws(JSONFault) -> [String: String] {
    let bytes = body.span
    var result: [String: String] = [:]
    var scanner = JSONScanner()
    var more = try scanner.begin(.array, in: bytes)
    while more {
      let fields = try scanner.texts(of: ["id", "name"], in: bytes)
      if let id = fields["id"], let name = fields["name"] { result[id] = name }
      more = try scanner.next(.array, in: bytes)
    }
    return result
  }

  private static func products(
    in body: [UInt8], names: [String: String]
  ) throws(JSONFault) -> [VenueInstrument] {
    let bytes = body.span
    var result: [VenueInstrument] = []
    var scanner = JSONScanner()
    var more = try scanner.begin(.array, in: bytes)
    while more {
      let fields = try scanner.texts(of: Self.fields, in: bytes)
      if let product = product(fields, names: names) { result.append(product) }
      more = try scanner.next(.array, in: bytes)
    }
    return result
  }

  private static let fields: Set<String> = [
    "id", "base_currency", "quote_currency", "quote_increment", "status", "trading_disabled", "cancel_only",
    "post_only", "auction_mode",
  ]

  private static func product(_ fields: [String: String], names: [String: String]) -> VenueInstrument? {
    guard let symbol = fields["id"].flatMap({ Symbol($0) }), let base = fields["base_currency"],
      let currency = fields["quote_currency"], VenueInstrument.isCurrency(currency)
    else { return nil }
    let session: MarketSession =
      if fields["status"] == "delisted" {
        .closed
      } else if fields["auction_mode"] == "true" {
        .auction
      } else if fields["trading_disabled"] == "true" || fields["cancel_only"] == "true"
        || fields["post_only"] == "true" || (fields["status"] ?? "online") != "online"
      {
        .halted
      } else {
        .open
      }
    return VenueInstrument(
      symbol: symbol, name: names[base] ?? "\(base) / \(currency)", currency: currency,
      scale: fields["quote_increment"].flatMap(VenueInstrument.scale(ofIncrement:)), session: session)
  }
}
