import TapeDomain

/// `GET /stock/symbol?exchange=US`: every share and fund of the United States, with what it is quoted in.
///
/// The currency of a company's profile is the one of its filings, and not what its shares are quoted in.
struct FinnhubListing: InstrumentListing {
  let paths = ["/stock/symbol?exchange=US"]

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
      let fields = try scanner.texts(of: ["symbol", "description", "currency"], in: bytes)
      if let symbol = fields["symbol"].flatMap({ Symbol($0) }) {
        let code = fields["currency"].map(EquityCurrency.code) ?? ""
        let currency = VenueInstrument.isCurrency(code) ? code : EquityCurrency.of(symbol)
        result.append(
          VenueInstrument(
            symbol: symbol, name: fields["description"] ?? "", currency: currency, scale: nil, session: .open)
        )
      }
      more = try scanner.next(.array, in: bytes)
    }
    return result
  }
}
