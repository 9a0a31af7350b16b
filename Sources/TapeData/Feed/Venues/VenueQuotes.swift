import TapeDomain

/// Puts the quotes of a venue together from its messages, whose prices are absolute: each becomes a whole snapshot.
///
/// A late or unordered message never moves a price back. Zero stands for a value that is missing, as venues write it.
struct VenueQuotes {
  /// How many messages in a row may be older than the newest, each younger than the one before, until the venue is
  /// believed to count anew.
  static let mostLateInARow = 5

  private let context: VenueContext
  private var entries: [Symbol: VenueEntry] = [:]
  /// The state of the whole venue; nil while it trades as usual.
  private var venueSession: MarketSession?

  /// No quotes yet.
  init(context: VenueContext) {
    self.context = context
  }

  /// Forgets the quotes of the connection before.
  mutating func begin() {
    entries = [:]
    venueSession = nil
  }

  /// The newest trade of a symbol; nil when none is known.
  func newestTrade(of symbol: Symbol) -> Int? { entries[symbol]?.trade }

  /// The session of the whole venue changed; nil when it trades as usual. Says so for each symbol that has a quote.
  mutating func set(venueSession session: MarketSession?) -> [FeedMessage] {
    venueSession = session
    let symbols = entries.keys.sorted()
    if let session { return [.market(session: session, symbols: symbols)] }
    // As many messages as there are sessions.
    let groups = Dictionary(grouping: symbols) { entries[$0]?.instrument?.session ?? .open }
    let messages = groups.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { FeedMessage.market(session: $0.key, symbols: $0.value) }
    return messages.isEmpty ? [.market(session: .open, symbols: [])] : messages
  }

  /// What a message becomes; `currency` is what the symbol's own text says its prices are in, where it does.
  mutating func message(of tick: VenueTick, currency: String?) -> FeedMessage {
    let symbol = tick.symbol
    if tick.isUnfit {
      return .malformed(reason: "a price that is no number, or none that fits", symbol: symbol)
    }
    let version = context.version
    if entries[symbol]?.version != version {
      let instrument = context[symbol]
      guard let currency = instrument?.currency ?? currency else {
        return .malformed(reason: "nothing says which currency its prices are in", symbol: symbol)
      }
      entries[symbol, default: VenueEntry(currency: currency)].learn(
        instrument, currency: currency, version: version)
    }
    let wall = context.wall
    if entries[symbol]?.accepts(tick) == true {
      entries[symbol]?.apply(tick, wall: wall)
    } else if !tick.isSnapshot {
      return .unknown
    }
    // A snapshot that was overtaken by newer prices confirms those.
    guard
      let patch = entries[symbol]?.patch(
        of: symbol, number: context.nextNumber(), session: venueSession, wall: wall)
    else { return .malformed(reason: "a price that does not fit", symbol: symbol) }
    return .snapshot(patch)
  }
}
