import TapeDomain

/// The watchlist that the exchange keeps: which of its instruments are in it, and in which order.
struct ServerList: Equatable, Sendable {
  /// The instruments by their place in the market.
  private(set) var indices: [Int]

  /// A list of all instruments of a market of so many.
  init(count: Int) {
    indices = Array(0..<count)
  }

  /// Adds an instrument at the end; one that is there stays where it is.
  mutating func add(_ index: Int) {
    if !indices.contains(index) { indices.append(index) }
  }

  /// The answer to a change, which is made; twice is as good as once.
  mutating func change(_ symbol: Symbol, adds: Bool, in market: MarketModel) -> HTTPAnswer {
    guard let index = market.index(of: symbol) else {
      // What is not listed is not in the list either.
      if !adds { return .ok(Array("{}".utf8)) }
      let error = ClientError(
        code: "unknown_symbol", symbol: symbol, message: "\(symbol) is not listed on this exchange.")
      return .failure(404, "Not Found", error)
    }
    if adds { add(index) } else { remove(index) }
    return .ok(Array("{}".utf8))
  }

  /// Takes an instrument out; one that is not there is no fault.
  mutating func remove(_ index: Int) {
    indices.removeAll { $0 == index }
  }
}
