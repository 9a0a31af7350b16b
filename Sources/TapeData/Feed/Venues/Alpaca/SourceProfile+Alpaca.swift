import TapeDomain

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
    keyPage: "https://app.alpaca.markets", rowQuality: .oneVenue,
    limits: "one connection for each key, 30 symbols on it, 200 requests a minute",
    supplement: StreamSupplement(
      room: 30, requests: { AlpacaRequests(context: $0, base: $1, credentials: $2) },
      hours: { AlpacaHours(offset: $0) },
      office: { keys in
        // Each kind of account has a server of its own, which takes only its own keys.
        let isPaper = keys.begins("APCA_API_KEY_ID", with: "PK")
        return isPaper ? "https://paper-api.alpaca.markets" : "https://api.alpaca.markets"
      }))
}
