extension SourceProfile {
  /// Twelve Data, with a key of the user: the free plan's 8 credits a minute and 800 a day.
  static let twelveData = SourceProfile(
    name: "twelvedata", title: TwelveDataSource.title, quality: "polled", endpoint: "",
    rest: "https://api.twelvedata.com",
    defaults: ["AAPL", "MSFT", "NVDA", "AMZN", "GOOGL", "META", "TSLA", "SPY"],
    dialect: { context in
      PolledDialect { _ in TwelveDataSource(base: "", credentials: nil, context: context) }
    }, listing: NoListing(),
    keys: [KeyVariable("TWELVE_DATA_API_KEY", header: "Authorization", prefix: "apikey ")],
    keyPage: "https://twelvedata.com/account/api-keys",
    poll: { TwelveDataSource(base: $0.base, credentials: $0.credentials, context: $0.context) },
    limits: "8 credits a minute and 800 a day on the free plan, one for each symbol")
}
