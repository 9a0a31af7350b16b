import TapeDomain

/// `GET /products`, with the names of `GET /currencies`.
struct CoinbaseListing: InstrumentListing {
  let paths = ["/products", "/currencies"]

  func instruments(in bodies: [[UInt8]]) -> [VenueInstrument]? {
    var names: [String: String] = [:]
    if bodies.count > 1 {
      try? Self.read(bodies[1], fields: ["id", "name"]) { fields in
        if let id = fields["id"], let name = fields["name"] { names[id] = name }
      }
    }
    return instruments(in: bodies.first, fields: Self.fields) { Self.product($0, names: names) }
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
