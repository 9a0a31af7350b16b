import TapeDomain
import TapeWebSocket

/// The whole exchange without a clock, a socket or a lock: events go in, actions come out.
struct ExchangeCore: Sendable {
  /// How long a client may take to present its token.
  static let authenticationTimeout = Duration.seconds(5)

  private(set) var market: MarketModel
  private var access: AccessPolicy
  private var faults = FaultState()
  private var clients: [ClientID: ClientSession] = [:]
  /// Changes that faults made, which the next step sends in their order.
  private var forcedChanges: [MarketChange] = []

  /// An exchange that opens at `moment` with nobody connected.
  init(configuration: ExchangeConfiguration, at moment: Moment) {
    market = MarketModel(
      instruments: InstrumentCatalog.instruments(configuration.symbolCount), seed: configuration.seed,
      rate: configuration.rate, at: moment)
    access = AccessPolicy(token: configuration.token)
  }

  /// When ``step(_:loads:)`` has something to do next; nil while nobody is connected and no fault lasts.
  func nextDue(at now: Instant) -> Instant? {
    var due = faults.nextDue
    func consider(_ other: Instant?) {
      if let other { due = min(due ?? other, other) }
    }
    var isWatched = false
    for session in clients.values {
      consider(session.nextDue(faults, at: now))
      if session.phase == .open { isWatched = true }
    }
    // While everything is shut the market is caught up with at the end, so nobody wakes for it.
    if isWatched, faults.flow != .shut {
      consider(forcedChanges.isEmpty ? market.nextDue : now)
    }
    return due
  }

  /// The clients whose loads ``step(_:loads:)`` needs, oldest first.
  var clientIDs: [ClientID] { clients.keys.sorted() }

  /// What the market says of an instrument, and the number of its newest update on each connection, oldest first.
  func truth(of symbol: Symbol) -> ExchangeTruth? {
    guard let index = market.index(of: symbol) else { return nil }
    let numbers = clientIDs.compactMap { clients[$0]?.feed.table.number(of: index) }
    return ExchangeTruth(market.quotes[index], sequences: numbers)
  }

  // MARK: Events

  /// Takes in what a connection's socket said.
  mutating func receive(_ events: [WebSocketEvent], from id: ClientID, at moment: Moment) -> [ExchangeAction] {
    var actions: [ExchangeAction] = []
    for event in events {
      switch event {
      case .request(let head):
        clients[id] = ClientSession(phase: .requested(head), feed: ClientFeed(openedAt: moment.now))
      case .text(let frame): receive(frame, from: id, at: moment, into: &actions)
      case .binary: clients[id]?.feed.reject(.badCommand("Commands are text frames."))
      case .ping(let payload): clients[id]?.feed.answer(ping: Array(payload))
      case .closed: clients[id] = nil
      case .opened, .pong: break
      }
    }
    return actions
  }

  /// Lets a fault happen.
  mutating func apply(_ fault: ExchangeFault, at moment: Moment) -> [ExchangeAction] {
    switch fault {
    case .gap(let symbol):
      disturb(symbol, at: moment) { feed, index, _ in feed.skipNumber(of: index, at: moment.now) }
    case .lose(let symbol):
      disturb(symbol, at: moment) { feed, index, quote in feed.lose(index, quote: quote, at: moment.now) }
    case .loseResync: forEachFeed { $0.ignoreNextResync() }
    case .malformed: forEachFeed { $0.oweMalformed() }
    case .silence(let duration): faults.silence(until: moment.now + duration)
    case .mute(let duration): faults.mute(until: moment.now + duration)
    case .late(let lateness, let lasting):
      faults.delay(by: lateness, until: lasting.map { moment.now + $0 })
      if lateness == .zero { releaseDelayed(at: moment.now) }
    case .burst(let duration): market.burst(until: moment.now + duration, from: moment.now)
    case .halt(let symbol):
      guard let index = market.index(of: symbol) else { break }
      forcedChanges.append(market.toggleHalt(of: index, at: moment))
    case .price(let symbol, let price):
      guard let index = market.index(of: symbol) else { break }
      forcedChanges.append(market.setPrice(price, of: index, at: moment))
    case .close(let exchange): setSession(.closed, on: exchange, at: moment)
    case .open(let exchange): setSession(.open, on: exchange, at: moment)
    case .token(let token): access.replaceToken(with: token)
    case .drop: return endAll { .reset($0) }
    case .refuse(let duration):
      faults.refuse(until: moment.now + duration)
      return [.stopListening]
    case .expireToken:
      access.expireToken()
      return endAll(where: { $0.phase == .open }) { .close($0, code: 4401, reason: "expired") }
    }
    return []
  }

  /// Does everything that is due: the market moves and every client is sent what it may have.
  ///
  /// - Parameter loads: How busy each client's link is; a client without one counts as idle.
  mutating func step(_ moment: Moment, loads: [ClientID: LinkLoad]) -> [ExchangeAction] {
    var actions: [ExchangeAction] = []
    let expiry = faults.expire(at: moment.now)
    if expiry.resumesListening { actions.append(.resumeListening) }
    if expiry.endsLateness { releaseDelayed(at: moment.now) }
    let changes = forcedChanges + market.advance(to: moment)
    forcedChanges.removeAll()
    for id in clientIDs {
      guard var session = clients[id] else { continue }
      step(&session, id, moment, changes: changes, load: loads[id] ?? LinkLoad(), into: &actions)
      clients[id] = session
    }
    return actions
  }
}

// MARK: - One client

extension ExchangeCore {
  private mutating func receive(
    _ frame: ArraySlice<UInt8>, from id: ClientID, at moment: Moment, into actions: inout [ExchangeAction]
  ) {
    guard var session = clients[id] else { return }
    defer { clients[id] = session }
    do throws(ClientError) {
      let command = try CommandDecoder.decode(frame)
      switch session.phase {
      case .open: session.feed.follow(command, in: market, at: moment.now)
      case .unproven: prove(command, &session, id, into: &actions)
      case .requested, .ending: break
      }
    } catch {
      switch session.phase {
      case .open: session.feed.reject(error)
      case .unproven: end(&session, id, code: 4403, reason: "refused", into: &actions)
      case .requested, .ending: break
      }
    }
  }

  private func prove(
    _ command: ClientCommand, _ session: inout ClientSession, _ id: ClientID,
    into actions: inout [ExchangeAction]
  ) {
    var token: String?
    if case .auth(let presented) = command { token = presented }
    switch access.verdict(on: token) {
    case .accepted: session.phase = .open
    case .expired: end(&session, id, code: 4401, reason: "expired", into: &actions)
    case .refused: end(&session, id, code: 4403, reason: "refused", into: &actions)
    }
  }

  private func end(
    _ session: inout ClientSession, _ id: ClientID, code: UInt16, reason: String,
    into actions: inout [ExchangeAction]
  ) {
    session.phase = .ending
    actions.append(.close(id, code: code, reason: reason))
  }

  private func step(
    _ session: inout ClientSession, _ id: ClientID, _ moment: Moment, changes: [MarketChange],
    load: LinkLoad, into actions: inout [ExchangeAction]
  ) {
    switch session.phase {
    case .ending: break
    case .unproven(let deadline):
      if deadline <= moment.now { end(&session, id, code: 4403, reason: "refused", into: &actions) }
    case .requested(let head):
      if faults.flow != .shut { answer(head, &session, id, moment.now, into: &actions) }
    case .open:
      let frames = session.feed.step(
        moment, market: market, changes: changes, linkIsClear: load.isClear && session.delayLine.hasRoom,
        flow: faults.flow)
      session.delayLine.append(frames, until: moment.now + faults.lateness)
      if faults.flow != .shut {
        let released = session.delayLine.take(at: moment.now)
        if !released.isEmpty { actions.append(.send(id, released)) }
      }
      if session.stall.isStalled(load, at: moment.now) {
        session.phase = .ending
        actions.append(.reset(id))
      }
    }
  }

  private func answer(
    _ head: HTTPRequestHead, _ session: inout ClientSession, _ id: ClientID, _ now: Instant,
    into actions: inout [ExchangeAction]
  ) {
    let instruments = market.instruments
    switch RequestRouter.route(head, access: access, watchlist: { FrameEncoder.watchlist(instruments) }) {
    case .feed:
      session.feed = ClientFeed(openedAt: now)
      session.phase = access.needsToken ? .unproven(deadline: now + Self.authenticationTimeout) : .open
      actions.append(.accept(id))
    case .answer(let answer):
      session.phase = .ending
      actions.append(.respond(id, answer))
    }
  }
}

// MARK: - Faults

extension ExchangeCore {
  private mutating func forEachFeed(_ body: (inout ClientFeed) -> Void) {
    for id in clientIDs where clients[id]?.phase == .open {
      guard var session = clients[id] else { continue }
      body(&session.feed)
      clients[id] = session
    }
  }

  private mutating func disturb(
    _ symbol: Symbol, at moment: Moment, _ body: (inout ClientFeed, Int, MarketQuote) -> Void
  ) {
    guard let index = market.index(of: symbol) else { return }
    let change = market.move(index, at: moment)
    forcedChanges.append(change)
    forEachFeed { body(&$0, index, change.quote) }
  }

  private mutating func setSession(_ session: MarketSession, on exchange: String, at moment: Moment) {
    guard let notice = market.setSession(session, on: exchange, at: moment) else { return }
    forEachFeed { $0.announce(notice) }
  }

  private mutating func releaseDelayed(at now: Instant) {
    for id in clientIDs { clients[id]?.delayLine.release(at: now) }
  }

  private mutating func endAll(
    where isMeant: (ClientSession) -> Bool = { _ in true }, _ action: (ClientID) -> ExchangeAction
  ) -> [ExchangeAction] {
    let ended = clientIDs.filter { clients[$0].map(isMeant) ?? false }
    for id in ended { clients[id]?.phase = .ending }
    return ended.map(action)
  }
}
