import TapeDomain

/// `GET /v2/assets`: every share and fund of the United States; all are quoted in dollars.
struct AlpacaListing: InstrumentListing {
  let paths = ["/v2/assets?status=active&asset_class=us_equity"]

  func instruments(in bodies: [[UInt8]]) -> [VenueInstrument]? {
    guard let body = bodies.first else { return nil }
    return try? Self.list(in: body)
  }

  private static func list(in body: [UInt8]) throws(JSONFault) -> [VenueInstrument]? {
    let bytes = body.span
    var result: [VenueInstrument] = []
    var scanner = JSONScanner()
    guard scanner.container(in: bytes) == .array else { return nil }
    var more = try scanner.begin(.array, in: bytes)
    while more {
      let fields = try scanner.texts(of: ["symbol", "name", "status"], in: bytes)
      if let symbol = fields["symbol"].flatMap({ Symbol($0) }) {
        result.append(
          VenueInstrument(
            symbol: symbol, name: fields["name"] ?? "", currency: "USD", scale: nil,
            session: fields["status"] == "inactive" ? .closed : .open))
      }
      more = try scanner.next(.array, in: bytes)
    }
    return result
  }
}
