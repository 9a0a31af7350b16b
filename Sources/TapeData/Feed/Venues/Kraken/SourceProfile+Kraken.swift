import TapeDomain

extension SourceProfile {
  /// Kraken's spot market, without a key.
  static let kraken = SourceProfile(
    name: "kraken", title: "Kraken", quality: "real time, this venue only",
    endpoint: "wss://ws.kraken.com/v2", rest: "https://api.kraken.com",
    defaults: [
      "BTC/USD", "ETH/USD", "SOL/USD", "XRP/USD", "DOGE/USD", "ADA/USD", "LINK/USD", "LTC/USD", "BTC/EUR",
      "ETH/EUR",
    ],
    dialect: { KrakenDialect(context: $0) }, listing: KrakenListing(),
    rowQuality: .oneVenue)
}
