import TapeDomain
import TapeWebSocket

/// The whole exchange without a clock, a socket or a lock: events go in, actions come out.
struct ExchangeCore: Sendable {
  private(set) var market: MarketModel
  /// The watchlist, which clients may change.
  private var list: ServerList
  private var access: AccessPolicy
  private var faults = FaultState()
  private var sessions: [ClientID: ClientSession] = [:]
  /// Changes that faults made, which the next step sends before the market's own.
  private var forcedChanges: [MarketChange] = []
  /// What prices were lately; nil when nobody asks.
  private var history: PriceHistory?

  /// An exchange that opens at `moment` with nobody connected.
  init(configuration: ExchangeConfiguration, at moment: Moment) {
    market = MarketModel(
      instruments: InstrumentCatalog.instruments(configuration.symbolCount), seed: configuration.seed,
      rate: configuration.rate, at: moment)
    list = ServerList(count: market.instruments.count)
    access = AccessPolicy(token: configuration.token)
    if configuration.keepsHistory { history = PriceHistory(market.quotes, at: moment.now) }
  }

  /// When ``step(_:loads:)`` has something to do next; nil while nobody is connected and no fault lasts.
  func nextDue(at now: Instant) -> Instant? {
    var dues = sessions.values.map { $0.nextDue(faults, at: now) }
    dues.append(faults.nextDue)
    // While nobody wants updates or can be sent them, nobody wakes for the market: it catches up afterwards.
    if faults.flow == .open,
      sessions.values.contains(where: { $0.phase == .open && $0.feed.table.isActive })
    {
      dues.append(forcedChanges.isEmpty ? market.nextDue : now)
    }
    return dues.compactMap { $0 }.min()
  }

  /// What the market says of an instrument, and the number of its newest update on each connection, oldest first.
  func truth(of symbol: Symbol) -> ExchangeTruth? {
    guard let index = market.index(of: symbol) else { return nil }
    let numbers = sessions.keys.sorted().compactMap { sessions[$0]?.feed.table.number(of: index) }
    return ExchangeTruth(market.quotes[index], sequences: numbers)
  }

  /// The prices that each instrument held at `since` or later, at most ``PriceHistory/length`` ago; empty without history.
  func prices(since: Instant) -> [Symbol: Set<Int>] {
    guard let history else { return [:] }
    var result: [Symbol: Set<Int>] = [:]
    for (index, instrument) in market.instruments.enumerated() {
      result[instrument.symbol] = history.prices(of: index, since: since)
    }
    return result
  }

  /// Takes in what a connection's socket said.
  mutating func receive(_ events: [WebSocketEvent], from id: ClientID, at moment: Moment) -> [ExchangeAction]
  {
    var actions: [ExchangeAction] = []
    for event in events {
      switch event {
      case .request(let head): sessions[id] = ClientSession(requesting: head, at: moment.now)
      case .text(let frame):
        let action = sessions[id]?.receive(frame, in: market, access: access, at: moment.now)
        if let action { actions.append(.link(id, action)) }
      case .binary: sessions[id]?.feed.reject(.badCommand("Commands are text frames."))
      case .ping(let payload): sessions[id]?.feed.answer(ping: Array(payload))
      case .closed: sessions[id] = nil
      case .opened, .pong, .texts: break
      }
    }
    return actions
  }

  /// Notes that a client's link takes more again.
  mutating func linkDrained(_ id: ClientID) {
    sessions[id]?.feed.linkDrained()
  }

  /// Does everything that is due: the market moves and every client is sent what it may have.
  ///
  /// - Parameter loads: How busy each client's link is; a client without one counts as idle.
  mutating func step(_ moment: Moment, loads: [ClientID: LinkLoad]) -> [ExchangeAction] {
    var actions: [ExchangeAction] = []
    let expiry = faults.expire(at: moment.now)
    if expiry.resumesListening { actions.append(.resumeListening) }
    if expiry.endsLateness { releaseDelayed(at: moment.now) }
    let moved = market.advance(to: moment)
    for change in moved { history?.note(change.quote.last, of: change.index, at: moment.now) }
    let changes = forcedChanges + moved
    forcedChanges.removeAll()
    for id in sessions.keys.sorted() {
      let linkActions = sessions[id]?.step(
        moment, market: market, list: &list, changes: changes, access: access, faults: faults,
        load: loads[id] ?? LinkLoad())
      actions += (linkActions ?? []).map { .link(id, $0) }
    }
    return actions
  }

  /// Lets a fault happen.
  mutating func apply(_ fault: ExchangeFault, at moment: Moment) -> [ExchangeAction] {
    let now = moment.now
    switch fault {
    case .gap(let symbol):
      disturb(symbol, at: moment) { feed, index, _ in feed.skipNumber(of: index, at: now) }
    case .lose(let symbol):
      disturb(symbol, at: moment) { feed, index, quote in feed.lose(index, quote: quote, at: now) }
    case .loseResync: forEachFeed { $0.ignoreNextResync() }
    case .malformed: forEachFeed { $0.oweMalformed() }
    case .silence(let duration): faults.silence(until: now + duration)
    case .mute(let duration): faults.mute(until: now + duration)
    case .late(let lateness, let lasting):
      faults.delay(by: lateness, until: lasting.map { now + $0 })
      if lateness == .zero { releaseDelayed(at: now) }
    case .burst(let duration): market.burst(until: now + duration, from: now)
    case .halt(let symbol): force(symbol) { $0.toggleHalt(of: $1, at: moment) }
    case .price(let symbol, let price): force(symbol) { $0.setPrice(price, of: $1, at: moment) }
    case .close(let exchange): setSession(.closed, on: exchange, at: moment)
    case .open(let exchange): setSession(.open, on: exchange, at: moment)
    case .token(let token): access.replaceToken(with: token)
    case .drop: return endAll(.reset)
    case .refuse(let duration):
      faults.refuse(until: now + duration)
      return [.stopListening]
    case .expireToken:
      guard access.needsToken else { break }
      access.expireToken()
      return endAll(.close(code: 4401, reason: "expired")) { $0.phase == .open }
    }
    return []
  }

  private mutating func forEachFeed(_ body: (inout ClientFeed) -> Void) {
    for id in sessions.keys.sorted() where sessions[id]?.phase == .open { sessions[id]?.change(body) }
  }

  private mutating func force(_ symbol: Symbol, _ body: (inout MarketModel, Int) -> MarketChange) {
    guard let index = market.index(of: symbol) else { return }
    tell(body(&market, index))
  }

  /// Keeps a change for the next step; without a connection there is none, and nobody to tell.
  private mutating func tell(_ change: MarketChange) {
    history?.note(change.quote.last, of: change.index, at: change.at)
    if !sessions.isEmpty { forcedChanges.append(change) }
  }

  private mutating func disturb(
    _ symbol: Symbol, at moment: Moment, _ body: (inout ClientFeed, Int, MarketQuote) -> Void
  ) {
    guard let index = market.index(of: symbol) else { return }
    let change = market.move(index, at: moment)
    tell(change)
    forEachFeed { body(&$0, index, change.quote) }
  }

  private mutating func setSession(_ session: MarketSession, on exchange: String, at moment: Moment) {
    guard let notice = market.setSession(session, on: exchange, at: moment) else { return }
    forEachFeed { $0.announce(notice) }
  }

  private mutating func releaseDelayed(at now: Instant) {
    for id in sessions.keys.sorted() { sessions[id]?.releaseDelayed(at: now) }
  }

  private mutating func endAll(
    _ action: LinkAction, where isMeant: (ClientSession) -> Bool = { _ in true }
  ) -> [ExchangeAction] {
    let ended = sessions.keys.sorted().filter { sessions[$0].map(isMeant) ?? false }
    for id in ended { sessions[id]?.end() }
    return ended.map { .link($0, action) }
  }
}
