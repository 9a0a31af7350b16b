import TapeDomain

/// Decides which symbols are streamed and which are polled, and when the requests beside a stream are asked.
///
/// A stream takes so many symbols and no more; those beyond are polled until there is room. A streamed symbol is asked for once,
/// since the stream says nothing of it before its next trade.
struct StreamPlan: Equatable, Sendable {
  /// What has to be said to whom.
  enum Action: Equatable, Sendable {
    /// Say this to the stream.
    case stream(FeedCommand)
    /// Say this to whoever makes the requests.
    case rest(FeedCommand)
    /// Ask for these when the stream has been told what was said before, of which so many symbols come first: what is traded
    /// between an answer and the subscription would be seen by nobody.
    case confirm([Symbol], behind: Int)
  }

  /// The most symbols that are streamed.
  private(set) var room: Int
  /// The streamed symbols, the newest last.
  private(set) var streamed: [Symbol] = []
  /// The polled symbols, the oldest first.
  private(set) var polled: [Symbol] = []
  /// The streamed symbols whose request was not answered yet.
  private var awaited: Set<Symbol> = []
  /// Those of them whose price is still the one that was polled before they were streamed.
  private var unconfirmed: Set<Symbol> = []
  /// How many symbols the stream refused without naming them.
  private var refusals = 0

  /// Nothing is wanted of a stream with room for so many.
  init(room: Int) {
    self.room = room
  }

  /// A new connection of the stream: what is wanted will be said anew.
  mutating func connect() -> [Action] {
    let known = streamed + polled
    streamed = []
    polled = []
    awaited = []
    unconfirmed = []
    refusals = 0
    return known.isEmpty ? [] : [.rest(.unsubscribe(known))]
  }

  /// Takes in what the repository wants.
  mutating func take(_ command: FeedCommand) -> [Action] {
    switch command {
    case .subscribe(let symbols, let maxRate): subscribe(symbols.filter { !isKnown($0) }, maxRate: maxRate)
    case .unsubscribe(let symbols): unsubscribe(symbols)
    case .resync(let symbols): resync(symbols)
    }
  }

  /// A request brought an answer about that symbol.
  mutating func answered(_ symbol: Symbol) -> [Action] {
    unconfirmed.remove(symbol)
    return awaited.remove(symbol) == nil ? [] : [.rest(.unsubscribe([symbol]))]
  }

  /// No answer about these has come for a while: takes those whose price nobody vouches for, since neither is it polled any
  /// more nor was it confirmed.
  mutating func takeUnconfirmed(of symbols: [Symbol]) -> [Symbol] {
    symbols.filter { unconfirmed.remove($0) != nil }
  }

  /// The stream does not take that symbol any more: it is polled from now on.
  mutating func runOut(of symbol: Symbol) -> [Action] {
    streamed.contains(symbol) ? poll([symbol]) : []
  }

  /// The stream takes no more, and does not name what it refused.
  ///
  /// What was said to it is under way, so that only the count of such words, when no more of them come, tells how many of the
  /// newest were refused: see ``settle()``.
  mutating func runOut() { refusals += 1 }

  /// No more words of that kind came: as many of the newest as were refused are polled, and the rest is asked for anew, since it
  /// must not be taken for streamed if it is not.
  mutating func settle() -> [Action] {
    let count = min(refusals, max(0, streamed.count - 1))
    refusals = 0
    guard count > 0 else { return [] }
    let actions = poll(Array(streamed.suffix(count)))
    awaited.formUnion(streamed)
    return actions + [.stream(.resync(streamed)), .confirm(streamed, behind: streamed.count)]
  }

  private mutating func poll(_ symbols: [Symbol]) -> [Action] {
    streamed.removeAll { symbols.contains($0) }
    awaited.subtract(symbols)
    unconfirmed.subtract(symbols)
    polled += symbols
    room = max(1, min(room, streamed.count))
    return [.stream(.unsubscribe(symbols)), .rest(.subscribe(symbols, maxRate: 1))]
  }

  private func isKnown(_ symbol: Symbol) -> Bool { streamed.contains(symbol) || polled.contains(symbol) }

  private mutating func subscribe(_ symbols: [Symbol], maxRate: Int) -> [Action] {
    let new = Array(symbols.prefix(max(0, room - streamed.count)))
    let rest = Array(symbols.dropFirst(new.count))
    streamed += new
    awaited.formUnion(new)
    polled += rest
    var actions: [Action] = []
    // What was asked before is of another connection, and not proven on this one.
    if !new.isEmpty { actions += [.stream(.subscribe(new, maxRate: maxRate)), .confirm(new, behind: 0)] }
    if !rest.isEmpty { actions.append(.rest(.subscribe(rest, maxRate: maxRate))) }
    return actions
  }

  private mutating func unsubscribe(_ symbols: [Symbol]) -> [Action] {
    let gone = symbols.filter { streamed.contains($0) }
    let known = symbols.filter(isKnown)
    streamed.removeAll { symbols.contains($0) }
    polled.removeAll { symbols.contains($0) }
    awaited.subtract(symbols)
    unconfirmed.subtract(symbols)
    var actions: [Action] = []
    if !gone.isEmpty { actions.append(.stream(.unsubscribe(gone))) }
    if !known.isEmpty { actions.append(.rest(.unsubscribe(known))) }
    let next = Array(polled.prefix(max(0, room - streamed.count)))
    guard !next.isEmpty else { return actions }
    polled.removeFirst(next.count)
    streamed += next
    awaited.formUnion(next)
    unconfirmed.formUnion(next)
    return actions + [.stream(.subscribe(next, maxRate: 1)), .confirm(next, behind: gone.count)]
  }

  private mutating func resync(_ symbols: [Symbol]) -> [Action] {
    let known = symbols.filter(isKnown)
    awaited.formUnion(known.filter { streamed.contains($0) })
    return known.isEmpty ? [] : [.rest(.resync(known))]
  }
}
