import TapeDomain

/// `GET /v2/assets`: every share and fund of the United States; all are quoted in dollars.
struct AlpacaListing: InstrumentListing {
  let paths = ["/v2/assets?status=active&asset_class=us_equity"]

  func instruments(in bodies: [[UInt8]]) -> [VenueInstrument]? {
    instruments(in: bodies.first, fields: ["symbol", "name", "status"]) { fields in
      guard let symbol = fields["symbol"].flatMap({ Symbol($0) }) else { return nil }
      return VenueInstrument(
        symbol: symbol, name: fields["name"] ?? "", currency: "USD", scale: nil,
        session: fields["status"] == "inactive" ? .closed : .open)
    }
  }
}
