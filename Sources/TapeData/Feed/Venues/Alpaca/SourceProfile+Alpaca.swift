extension SourceProfile {
  /// Alpaca's feed of one exchange, IEX, with a key that is free of charge.
  static let alpaca = SourceProfile(
    name: "alpaca", title: "Alpaca", quality: "real time, IEX only",
    endpoint: "wss://stream.data.alpaca.markets/v2/iex", rest: "https://data.alpaca.markets",
    defaults: ["AAPL", "MSFT", "NVDA", "AMZN", "GOOGL", "META", "TSLA", "BRK.B", "SPY", "QQQ"],
    dialect: { AlpacaDialect(context: $0) }, listing: AlpacaListing(),
    keys: [
      KeyVariable("APCA_API_KEY_ID", header: "APCA-API-KEY-ID"),
      KeyVariable("APCA_API_SECRET_KEY", header: "APCA-API-SECRET-KEY"),
    ],
    keyPage: "https://app.alpaca.markets")
}
