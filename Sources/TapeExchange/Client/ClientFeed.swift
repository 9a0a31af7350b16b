import TapeDomain

/// What one connection is sent: answers, snapshots, updates, heartbeats and pongs, without a clock or a socket.
///
/// What waits is state, never a queue: a change and a snapshot per symbol, one heartbeat and the newest pong. So a
/// client that does not read costs the same memory however long it sleeps.
struct ClientFeed: Sendable {
  /// The most bytes one step makes, so that the link's own buffer is never overrun.
  static let stepBudget = 256 << 10
  /// The spacing of heartbeats (the protocol, the server's duties).
  static let heartbeatSpacing = Duration.seconds(1)
  /// How long a full link is left alone when it does not say that it takes more.
  static let recheckSpacing = Duration.milliseconds(100)
  /// The most answers that wait; a client that asks for more nonsense before it reads gets no more.
  static let maximumAnswers = 256

  /// The text frames sent so far, those lost on purpose included.
  private(set) var sentCount = 0
  /// The instruments asked for.
  private(set) var table = SubscriptionTable()

  private var answers: [[UInt8]] = []
  private var notices: [MarketNotice] = []
  private var owedPong: [UInt8]?
  private var heartbeatAt: Instant
  private var recheckAt: Instant
  private var backlog = Backlog.none
  private var ignoresNextResync = false

  /// Why something was left for a later step.
  private enum Backlog {
    case none
    /// The step's budget was used up: go on with the next step.
    case budget
    /// The link has not taken what it was given: go on when it has.
    case link
  }

  /// The feed of a connection that opened at `now`.
  init(openedAt now: Instant) {
    heartbeatAt = now + Self.heartbeatSpacing
    recheckAt = now
  }

  /// Follows a command; symbols that are not listed are answered with an error, the others go on.
  mutating func follow(_ command: ClientCommand, in market: MarketModel, at now: Instant) {
    switch command {
    case .auth, .unknown: break
    case .subscribe(let symbols, let maxRate):
      for index in known(symbols, in: market) {
        table.subscribe(index, maxRate: maxRate, in: market, at: now)
      }
    case .unsubscribe(let symbols):
      for index in known(symbols, in: market) { table.unsubscribe(index) }
    case .resync where ignoresNextResync: ignoresNextResync = false
    case .resync(let symbols):
      for index in known(symbols, in: market) { table.resync(index, in: market, at: now) }
    }
  }

  /// Owes the word that says what this source is.
  mutating func introduce() {
    owe(FrameEncoder.source)
  }

  /// Owes an error answer.
  mutating func reject(_ error: ClientError) {
    owe(FrameEncoder.error(error))
  }

  /// Owes the answer to a ping; an older one that was not sent yet is dropped, as RFC 6455 §5.5.3 allows.
  mutating func answer(ping payload: [UInt8]) {
    owedPong = payload
  }

  /// Owes the news of an exchange's session; older news of the same exchange that was not sent yet is dropped.
  mutating func announce(_ notice: MarketNotice) {
    notices.removeAll { $0.exchange == notice.exchange }
    notices.append(notice)
  }

  /// Owes a frame that is no JSON.
  mutating func oweMalformed() {
    owe(FrameEncoder.malformed)
  }

  /// Leaves out one number of an instrument and makes its next update due at once.
  mutating func skipNumber(of index: Int, at now: Instant) {
    table.skipNumber(of: index, at: now)
  }

  /// Counts and numbers an update of an instrument that is never sent.
  mutating func lose(_ index: Int, quote: MarketQuote, at now: Instant) {
    if table.lose(index, quote: quote, at: now) { sentCount += 1 }
  }

  /// The link has taken everything: what waits for it is due at once.
  mutating func linkDrained() {
    if backlog == .link { backlog = .budget }
  }

  /// Ignores the next resync, so that the client has to ask again.
  mutating func ignoreNextResync() {
    ignoresNextResync = true
  }

  /// When a step has something to do next, changes of the market apart; nil while nothing can be sent.
  func nextDue(flow: FaultState.Flow, at now: Instant) -> Instant? {
    guard flow != .shut else { return nil }
    guard backlog != .link else { return recheckAt }
    guard owedPong == nil else { return now }
    guard flow == .open else { return nil }
    let isUrgent = backlog == .budget || !answers.isEmpty || !notices.isEmpty || table.owesSnapshots
    guard !isUrgent else { return now }
    return table.nextDue.map { min($0, heartbeatAt) } ?? heartbeatAt
  }

  /// Makes the frames of one step, in order: answers, snapshots, session news, updates, heartbeat, pong.
  ///
  /// - Parameters:
  ///   - changes: What the market did since the last step, in order.
  ///   - linkIsClear: Whether the link took what it was given before; when not, everything is kept for later.
  ///   - flow: What the faults let through.
  mutating func step(
    _ moment: Moment, market: MarketModel, changes: [MarketChange], linkIsClear: Bool, flow: FaultState.Flow
  ) -> [OutboundFrame] {
    var output = StepOutput(budget: linkIsClear && flow != .shut ? Self.stepBudget : 0)
    if flow == .open {
      sendAnswers(into: &output)
      table.sendSnapshots(market, into: &output)
      sendNotices(market, into: &output)
      table.sendPending(at: moment.now, market, into: &output)
    }
    for change in changes {
      table.note(change, at: moment.now, market, isOpen: flow == .open, into: &output)
    }
    if flow == .open { sendHeartbeat(moment, into: &output) }
    if output.hasRoom, let payload = owedPong {
      output.pong(payload)
      owedPong = nil
    }
    backlog = output.hasRoom ? .none : linkIsClear ? .budget : .link
    recheckAt = moment.now + Self.recheckSpacing
    sentCount += output.textCount
    return output.frames
  }

  private mutating func owe(_ answer: [UInt8]) {
    if answers.count < Self.maximumAnswers { answers.append(answer) }
  }

  private mutating func sendAnswers(into output: inout StepOutput) {
    guard output.hasRoom else { return }
    for answer in answers { output.text(answer) }
    answers.removeAll()
  }

  private mutating func sendNotices(_ market: MarketModel, into output: inout StepOutput) {
    guard output.hasRoom else { return }
    for notice in notices {
      let told = table.tell(notice)
      guard !told.isEmpty else { continue }
      output.text(FrameEncoder.market(notice, symbols: told.map { market.instruments[$0].symbol }))
    }
    notices.removeAll()
  }

  private mutating func sendHeartbeat(_ moment: Moment, into output: inout StepOutput) {
    guard output.hasRoom, heartbeatAt <= moment.now else { return }
    output.text(FrameEncoder.heartbeat(time: moment.wall, sent: sentCount + output.textCount))
    // At least half a spacing from now: a feed that was held does not make up for what it missed.
    heartbeatAt = max(heartbeatAt + Self.heartbeatSpacing, moment.now + Self.heartbeatSpacing / 2)
  }

  private mutating func known(_ texts: [String], in market: MarketModel) -> [Int] {
    texts.compactMap { text in
      if let symbol = Symbol(text), let index = market.index(of: symbol) { return index }
      reject(.unknownSymbol(text))
      return nil
    }
  }
}
