extension SourceProfile {
  /// Finnhub, with a key that is free of charge.
  static let finnhub = SourceProfile(
    name: "finnhub", title: "Finnhub", quality: "real time",
    endpoint: "wss://ws.finnhub.io", rest: "https://finnhub.io/api/v1",
    defaults: ["AAPL", "MSFT", "NVDA", "AMZN", "GOOGL", "META", "TSLA", "BRK.B", "SPY", "QQQ"],
    dialect: { FinnhubDialect(context: $0) }, listing: FinnhubListing(),
    keys: [KeyVariable("FINNHUB_API_KEY", header: "X-Finnhub-Token", query: "token")],
    keyPage: "https://finnhub.io/register",
    limits: "one connection for each key, 50 symbols on it, 60 requests a minute",
    supplement: StreamSupplement(
      room: 50, requests: { FinnhubRequests(context: $0, base: $1, credentials: $2) },
      hours: { FinnhubHours(offset: $0) }))
}
