import TapeDomain

/// Finds products that have fallen silent while the feed lives, by their own heartbeats.
///
/// The heartbeats of one product that is always listened to are the clock: whoever says nothing for so many of them was
/// subscribed, and is no more.
struct CoinbaseBeats {
  /// How many heartbeats of the sentinel a product may be silent for.
  static let longestSilence = 5

  private var round = 0
  private var heard: [Symbol: Int] = [:]

  /// These are subscribed, as the venue says; others are not waited for.
  mutating func subscribed(_ symbols: [Symbol]) {
    let symbols = Set(symbols)
    heard = heard.filter { symbols.contains($0.key) }
    for symbol in symbols where heard[symbol] == nil { heard[symbol] = round }
  }

  /// The product said something.
  mutating func hear(_ symbol: Symbol) {
    if heard[symbol] != nil { heard[symbol] = round }
  }

  /// The sentinel's heartbeat came; returns the products that have been silent for too long, each again only after as long.
  mutating func beat() -> [Symbol] {
    round += 1
    let silent = heard.filter { round - $0.value >= Self.longestSilence }.keys.sorted()
    for symbol in silent { heard[symbol] = round }
    return silent
  }
}
