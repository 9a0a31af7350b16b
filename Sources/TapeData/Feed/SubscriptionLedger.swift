import TapeDomain

/// Who wants which symbol, and what of that is said on the wire.
///
/// Only the difference is said, and the whole set after a reconnect (the protocol, rule 5).
/// A symbol that nobody wants any more stays subscribed for a grace, so that scrolling back costs nothing.
struct SubscriptionLedger {
  /// How long a released symbol stays subscribed.
  static let grace = Duration.seconds(2)

  private var counts: [Symbol: Int] = [:]
  private var leaving: [Symbol: Instant] = [:]
  private var refused: Set<Symbol> = []
  private var isConnected = false

  /// When the next released symbol is to be unsubscribed; nil when none is.
  var deadline: Instant? { leaving.values.min() }

  /// One more wants these; returns what is to be subscribed, in order of name.
  mutating func retain(_ symbols: Set<Symbol>) -> [Symbol] {
    let new = symbols.filter { symbol in
      counts[symbol, default: 0] += 1
      return counts[symbol] == 1 && leaving.removeValue(forKey: symbol) == nil
    }
    return isConnected ? new.subtracting(refused).sorted() : []
  }

  /// One less wants these.
  mutating func release(_ symbols: Set<Symbol>, at now: Instant) {
    for symbol in symbols {
      guard let count = counts[symbol] else { continue }
      counts[symbol] = count > 1 ? count - 1 : nil
      if count == 1 { leaving[symbol] = now + Self.grace }
    }
  }

  /// Returns what is to be unsubscribed now that the grace has passed, in order of name.
  mutating func takeDue(at now: Instant) -> [Symbol] {
    let due = leaving.filter { $0.value <= now }.keys
    for symbol in due { leaving[symbol] = nil }
    return isConnected ? due.filter { !refused.contains($0) }.sorted() : []
  }

  /// A connection was made; returns the whole set to subscribe, in order of name.
  mutating func connect() -> [Symbol] {
    isConnected = true
    refused = []
    leaving = [:]
    return counts.keys.sorted()
  }

  /// The source refused the symbol: it is not asked again on this connection.
  mutating func refuse(_ symbol: Symbol) {
    refused.insert(symbol)
  }

  /// The source serves the symbol after all.
  mutating func accept(_ symbol: Symbol) {
    refused.remove(symbol)
  }
}
