import TapeDomain

extension SourceProfile {
  /// The market data of Binance's spot market, without a key: hosts from which no account can be reached.
  static let binance = SourceProfile(
    name: "binance", title: "Binance", quality: "real time each second, this venue only",
    endpoint: "wss://data-stream.binance.vision/ws", rest: "https://data-api.binance.vision",
    defaults: [
      "BTCUSDT", "ETHUSDT", "BNBUSDT", "SOLUSDT", "XRPUSDT", "DOGEUSDT", "ADAUSDT", "LINKUSDT", "BTCEUR",
      "ETHBTC",
    ],
    dialect: { BinanceDialect(context: $0) }, listing: BinanceListing(),
    rowQuality: .oneVenue)
}
