import TapeDomain

/// Which prices the market has held lately, so that what a client shows can be compared with them.
struct PriceHistory: Sendable {
  /// How long prices are remembered.
  static let length = Duration.seconds(6)

  private struct Held {
    let from: Instant
    let price: Int
  }

  /// The prices of each instrument, oldest first; the last one is held now.
  private var held: [[Held]]

  /// A history that begins with those prices.
  init(_ quotes: [MarketQuote], at now: Instant) {
    held = quotes.map { [Held(from: now, price: $0.last)] }
  }

  /// An instrument has another price from now on.
  mutating func note(_ price: Int, of index: Int, at now: Instant) {
    guard held[index].last?.price != price else { return }
    held[index].append(Held(from: now, price: price))
    // The newest one that began before the length is still needed: it was held when the length began.
    let old = held[index].prefix { $0.from < now - Self.length }.count
    if old > 1 { held[index].removeFirst(old - 1) }
  }

  /// Every price that an instrument held at `since` or later.
  func prices(of index: Int, since: Instant) -> Set<Int> {
    var prices: Set<Int> = []
    for (place, one) in held[index].enumerated() {
      let isLast = place == held[index].count - 1
      if isLast || held[index][place + 1].from >= since { prices.insert(one.price) }
    }
    return prices
  }
}
