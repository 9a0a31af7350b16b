import Synchronization
import TapeDomain

/// The one place in which the stream of a venue and the requests beside it come together; all of them share it.
///
/// What it says of a symbol is a whole snapshot whose number is drawn together with its content, so that whichever way is
/// heard first, an older content never follows a newer one.
final class EquityQuotes: Sendable {
  /// All that it put together, to come back to.
  struct Mark {
    fileprivate let state: State
  }

  fileprivate struct State {
    var entries: [Symbol: EquityEntry] = [:]
    var market: MarketState?
    var polled: Set<Symbol> = []
    var pollSeconds = 0

    func hasRoom(for symbol: Symbol) -> Bool {
      entries.count < EquityQuotes.mostEntries || entries[symbol] != nil
    }
  }

  /// How many symbols are kept: a venue that names ever more of them must not make this grow.
  private static let mostEntries = 50_000

  private let state = Mutex(State())

  /// What it put together so far.
  var mark: Mark { Mark(state: state.withLock { $0 }) }

  /// Goes on from an earlier time.
  func goBack(to mark: Mark) {
    state.withLock { $0 = mark.state }
  }

  /// A connection of the stream was made.
  func begin() {
    state.withLock { state in
      for symbol in state.entries.keys { state.entries[symbol]?.begin() }
    }
  }

  /// Takes in trades in the order of their message, and says each symbol that they move once.
  func trades(_ trades: [(Symbol, EquityPrint)], in context: VenueContext) -> [FeedMessage] {
    let wall = context.wall
    return state.withLock { state in
      var moved: [Symbol] = []
      for (symbol, print) in trades where state.hasRoom(for: symbol) {
        let isInSession = (Self.market(of: symbol, state, context)?.session ?? .open) == .open
        let print = EquityPrint(price: print.price.asQuoted(of: symbol), time: print.time, key: print.key)
        guard
          state.entries[symbol, default: EquityEntry()].trade(print, isInSession: isInSession, wall: wall),
          !moved.contains(symbol)
        else { continue }
        moved.append(symbol)
      }
      return moved.map { Self.say($0, of: state, in: context, wall: wall) }
    }
  }

  /// Takes in the best bid and ask; says them when the price beside them is proven.
  func offer(_ symbol: Symbol, bid: PriceField, ask: PriceField, in context: VenueContext) -> FeedMessage? {
    let wall = context.wall
    return state.withLock { state in
      guard state.hasRoom(for: symbol) else { return nil }
      state.entries[symbol, default: EquityEntry()].offer(bid: bid, ask: ask)
      guard state.entries[symbol]?.isProven == true else { return nil }
      return Self.say(symbol, of: state, in: context, wall: wall)
    }
  }

  /// Takes in what a request answered; nil when that is nothing though a price is known.
  func answer(_ symbol: Symbol, _ answer: EquityAnswer, in context: VenueContext) -> FeedMessage? {
    let wall = context.wall
    return state.withLock { state in
      guard state.entries[symbol, default: EquityEntry()].answer(answer, wall: wall) else { return nil }
      return Self.say(symbol, of: state, in: context, wall: wall)
    }
  }

  /// A trade was taken back, or was made at another price.
  func withdraw(
    _ key: EquityPrint.Key, of symbol: Symbol, price: DecimalNumber?, newKey: EquityPrint.Key?,
    in context: VenueContext
  ) -> FeedMessage? {
    let wall = context.wall
    return state.withLock { state in
      switch state.entries[symbol]?.withdraw(key, price: price, newKey: newKey) {
      case .changed where state.entries[symbol]?.isProven == true:
        return Self.say(symbol, of: state, in: context, wall: wall)
      case .unknown: return .lost([symbol])
      default: return nil
      }
    }
  }

  /// Trading in a symbol was stopped at that time; nil when it goes on.
  func set(haltedAt: Timestamp?, _ symbol: Symbol, in context: VenueContext) -> FeedMessage {
    let wall = context.wall
    return state.withLock { state in
      state.entries[symbol, default: EquityEntry()].haltedAt = haltedAt
      guard state.entries[symbol]?.isProven == true else {
        let session = Self.market(of: symbol, state, context)?.session ?? .open
        return .market(session: haltedAt == nil ? session : .halted, symbols: [symbol])
      }
      return Self.say(symbol, of: state, in: context, wall: wall)
    }
  }

  /// These are asked for so often, and the rest is streamed; false when that is so already.
  func set(polled symbols: Set<Symbol>, every seconds: Int) -> Bool {
    state.withLock { state in
      if state.polled == symbols, state.pollSeconds == seconds || symbols.isEmpty { return false }
      state.polled = symbols
      state.pollSeconds = seconds
      return true
    }
  }

  /// The market's state changed: says each of `symbols` whose price is proven anew.
  func set(market: MarketState, saying symbols: [Symbol], in context: VenueContext) -> [FeedMessage] {
    let wall = context.wall
    return state.withLock { state in
      state.market = market
      return symbols.filter { state.entries[$0]?.isProven == true }
        .map { Self.say($0, of: state, in: context, wall: wall) }
    }
  }

  /// Says these again, since what is known of them apart from their prices has changed.
  func sayAgain(_ symbols: [Symbol], in context: VenueContext) -> [FeedMessage] {
    let wall = context.wall
    return state.withLock { state in
      symbols.filter { state.entries[$0]?.isProven == true }
        .map { Self.say($0, of: state, in: context, wall: wall) }
    }
  }

  /// Something of the symbol may have been lost.
  func doubt(_ symbols: [Symbol]) {
    state.withLock { state in
      for symbol in symbols { state.entries[symbol]?.doubt() }
    }
  }

  /// Every symbol whose price is proven.
  var proven: [Symbol] {
    state.withLock { state in state.entries.filter { $0.value.isProven }.keys.sorted() }
  }

  /// The state of the market as it was said last; nil before.
  var market: MarketState? { state.withLock { $0.market } }

  /// Whether a trade of the symbol was ever seen.
  func hasPrice(_ symbol: Symbol) -> Bool { state.withLock { $0.entries[symbol]?.last != nil } }

  private static func say(
    _ symbol: Symbol, of state: State, in context: VenueContext, wall: Timestamp
  ) -> FeedMessage {
    let instrument = context[symbol]
    guard let entry = state.entries[symbol],
      var patch = entry.patch(
        of: symbol, number: context.nextNumber(), currency: instrument?.currency ?? EquityCurrency.of(symbol),
        scale: instrument?.scale ?? (symbol.isEquity ? 2 : 0), wall: wall)
    else { return .malformed(reason: "a price that does not fit", symbol: symbol) }
    let market = market(of: symbol, state, context)
    let session = entry.haltedAt == nil ? market?.session ?? .open : .halted
    patch.session = .set(session)
    if session == .closed, let market, let opensAt = market.opensAt {
      patch.opening = .set(MarketOpening(time: opensAt, zone: market.zone))
    }
    if state.polled.contains(symbol) { patch.quality = .set(.polled(every: state.pollSeconds)) }
    return .snapshot(patch)
  }

  /// The market that the symbol is traded on; nil for a pair, and for a share of another country.
  private static func market(of symbol: Symbol, _ state: State, _ context: VenueContext) -> MarketState? {
    guard symbol.isEquity, !symbol.text.contains(".") || context.isInMainList(symbol) else { return nil }
    return state.market
  }
}
