import TapeDomain

/// What a watcher knows after the elements it took.
struct WatcherView: Equatable {
  private(set) var quotes: [Symbol: LiveQuote] = [:]
  private(set) var statuses: [FeedStatus] = []
  private(set) var clocks: [ServerClock] = []
  private(set) var sources: [FeedSource] = []
  private(set) var connections = 0
  private(set) var notices: [String] = []

  mutating func add(_ events: [QuoteEvent]) {
    for event in events {
      switch event {
      case .quote(let quote): quotes[quote.symbol] = LiveQuote(quote: quote, freshness: .live)
      case .interrupted(let symbols):
        for symbol in symbols { quotes[symbol] = quotes[symbol]?.interrupted }
      case .absent(let symbol, let absence): quotes[symbol] = LiveQuote(absence: absence)
      case .feed(let status): statuses.append(status)
      case .clock(let clock): clocks.append(clock)
      case .source(let source): sources.append(source)
      case .connections(let count): connections = count
      case .notice(let text): notices.append(text)
      }
    }
  }
}
