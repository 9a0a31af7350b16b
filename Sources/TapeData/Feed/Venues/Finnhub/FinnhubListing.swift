import TapeDomain

/// `GET /stock/symbol?exchange=US`: every share and fund of the United States, with what it is quoted in.
///
/// The currency of a company's profile is the one of its filings, and not what its shares are quoted in.
struct FinnhubListing: InstrumentListing {
  let paths = ["/stock/symbol?exchange=US"]

  /// Whether the list says of that symbol whether it exists: it is the one of the United States, without pairs, and without
  /// symbols that have the suffix of another exchange.
  static func covers(_ symbol: Symbol) -> Bool { symbol.isEquity && !symbol.text.contains(".") }

  func instruments(in bodies: [[UInt8]]) -> [VenueInstrument]? {
    instruments(in: bodies.first, fields: ["symbol", "description", "currency"]) { fields in
      guard let symbol = fields["symbol"].flatMap({ Symbol($0) }) else { return nil }
      let code = fields["currency"].map(EquityCurrency.code) ?? ""
      return VenueInstrument(
        symbol: symbol, name: fields["description"] ?? "",
        currency: VenueInstrument.isCurrency(code) ? code : EquityCurrency.of(symbol), scale: nil,
        session: .open)
    }
  }
}
