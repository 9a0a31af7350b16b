import TapeDomain

extension SourceProfile {
  /// Coinbase Exchange, without a key.
  static let coinbase = SourceProfile(
    name: "coinbase", title: "Coinbase", quality: "real time, this venue only",
    endpoint: "wss://ws-feed.exchange.coinbase.com", rest: "https://api.exchange.coinbase.com",
    defaults: [
      "BTC-USD", "ETH-USD", "SOL-USD", "XRP-USD", "DOGE-USD", "ADA-USD", "LINK-USD", "LTC-USD", "BTC-EUR",
      "ETH-EUR",
    ],
    dialect: { CoinbaseDialect(context: $0) }, listing: CoinbaseListing(),
    rowQuality: .oneVenue)
}
