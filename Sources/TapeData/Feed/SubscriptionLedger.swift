import TapeDomain

/// Who wants which symbol and how fast, and what of that is said on the wire.
///
/// Only the difference is said, and the whole set after a reconnect (the protocol, rule 5).
/// A symbol that nobody wants any more stays subscribed for a grace, so that scrolling back costs nothing; so does
/// the rate of one that is only wanted slowly from now on.
struct SubscriptionLedger {
  /// How long a released symbol stays subscribed, or keeps its rate.
  static let grace = Duration.seconds(2)

  /// How many want a symbol.
  private struct Demand {
    var fast = 0
    var slow = 0

    var isNone: Bool { fast == 0 && slow == 0 }
  }

  private var demands: [Symbol: Demand] = [:]
  private var leaving: [Symbol: Instant] = [:]
  /// The subscribed symbols for which the slow rate was said.
  private var saidSlow: Set<Symbol> = []
  /// The symbols to which a faster rate is to be said.
  private var quickening: Set<Symbol> = []
  /// The symbols that are wanted slowly only, and when that is to be said.
  private var slowing: [Symbol: Instant] = [:]
  private var refused: Set<Symbol> = []
  private var isConnected = false

  /// When the next released symbol is to be unsubscribed, or the next rate to be lowered; nil when none is.
  var deadline: Instant? {
    guard let slowest = slowing.values.min() else { return leaving.values.min() }
    return leaving.values.min().map { min($0, slowest) } ?? slowest
  }

  /// The symbols that are wanted slowly on this connection, in order of name.
  var slow: [Symbol] { saidSlow.sorted() }

  /// One more wants these fast; returns what is to be subscribed, in order of name.
  mutating func retain(_ symbols: Set<Symbol>) -> [Symbol] {
    var new: [Symbol] = []
    for symbol in symbols {
      let isNew = demands[symbol] == nil && leaving.removeValue(forKey: symbol) == nil
      demands[symbol, default: Demand()].fast += 1
      slowing[symbol] = nil
      if isNew { new.append(symbol) } else if saidSlow.contains(symbol) { quickening.insert(symbol) }
    }
    return said(new)
  }

  /// One more wants these slowly; returns what is to be subscribed at the slow rate, in order of name.
  mutating func retain(background symbols: Set<Symbol>, at now: Instant) -> [Symbol] {
    var new: [Symbol] = []
    for symbol in symbols {
      let isNew = demands[symbol] == nil && leaving.removeValue(forKey: symbol) == nil
      demands[symbol, default: Demand()].slow += 1
      if isNew { new.append(symbol) } else { slowDown(symbol, at: now) }
    }
    if isConnected { saidSlow.formUnion(new) }
    return said(new)
  }

  /// One less wants these.
  mutating func release(_ symbols: Set<Symbol>, background: Set<Symbol> = [], at now: Instant) {
    for symbol in symbols where demands[symbol]?.fast ?? 0 > 0 {
      demands[symbol]?.fast -= 1
      settle(symbol, at: now)
    }
    for symbol in background where demands[symbol]?.slow ?? 0 > 0 {
      demands[symbol]?.slow -= 1
      settle(symbol, at: now)
    }
  }

  /// Returns what is to be unsubscribed now that the grace has passed, in order of name.
  mutating func takeDue(at now: Instant) -> [Symbol] {
    let due = leaving.filter { $0.value <= now }.keys
    for symbol in due { leaving[symbol] = nil }
    saidSlow.subtract(due)
    return said(Array(due))
  }

  /// Returns what is wanted at another rate than was said, each in order of name; slower ones after the grace.
  mutating func takeRateChanges(at now: Instant) -> (faster: [Symbol], slower: [Symbol]) {
    let slower = slowing.filter { $0.value <= now }.keys
    let faster = quickening
    quickening = []
    saidSlow.subtract(faster)
    for symbol in slower { slowing[symbol] = nil }
    if isConnected { saidSlow.formUnion(slower) }
    return (said(Array(faster)), said(Array(slower)))
  }

  /// A connection was made; returns all to be subscribed fast, in order of name; ``slow`` is the rest of the set.
  mutating func connect() -> [Symbol] {
    isConnected = true
    refused = []
    leaving = [:]
    slowing = [:]
    quickening = []
    saidSlow = Set(demands.lazy.filter { $0.value.fast == 0 }.map(\.key))
    return demands.keys.filter { !saidSlow.contains($0) }.sorted()
  }

  /// The source refused the symbol: it is not asked again on this connection.
  mutating func refuse(_ symbol: Symbol) {
    refused.insert(symbol)
  }

  /// The source serves the symbol after all.
  mutating func accept(_ symbol: Symbol) {
    refused.remove(symbol)
  }

  /// What of these may be said, in order of name.
  private func said(_ symbols: [Symbol]) -> [Symbol] {
    isConnected ? symbols.filter { !refused.contains($0) }.sorted() : []
  }

  /// One who wanted the symbol left.
  private mutating func settle(_ symbol: Symbol, at now: Instant) {
    guard demands[symbol]?.isNone ?? true else { return slowDown(symbol, at: now) }
    demands[symbol] = nil
    slowing[symbol] = nil
    quickening.remove(symbol)
    leaving[symbol] = now + Self.grace
  }

  /// A symbol that is wanted slowly only keeps its rate for the grace.
  private mutating func slowDown(_ symbol: Symbol, at now: Instant) {
    guard demands[symbol]?.fast == 0, !saidSlow.contains(symbol), slowing[symbol] == nil else { return }
    slowing[symbol] = now + Self.grace
  }
}
