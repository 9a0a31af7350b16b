import TapeDomain

/// The demo market: seeded random walks of integer prices, without a clock of its own.
///
/// Each update happens at its own instant, so one seed gives one stream of changes however the time is cut into steps.
struct MarketModel: Sendable {
  /// The most updates one step makes; a market that fell further behind skips the time instead of catching up.
  static let maximumChanges = 20_000

  /// What is listed, in display order.
  let instruments: [ListedInstrument]
  /// The current quotes, in the same order.
  private(set) var quotes: [MarketQuote]

  private let indices: [Symbol: Int]
  private var random: SplitMix64
  private var pace: UpdatePace
  private var agenda: MarketAgenda?
  private var queue = DueQueue()
  private var generations: [Int]

  /// A market that opens at `moment`; see ``UpdatePace`` for the rate.
  init(instruments: [ListedInstrument], seed: UInt64, rate: Int?, at moment: Moment) {
    var random = SplitMix64(seed: seed)
    self.instruments = instruments
    quotes = instruments.map { Self.opening($0, at: moment.wall, using: &random) }
    indices = Dictionary(
      instruments.enumerated().map { ($1.symbol, $0) }, uniquingKeysWith: { first, _ in first })
    self.random = random
    pace = UpdatePace(instruments, rate: rate)
    agenda = rate == 0 ? nil : MarketAgenda(from: moment.now)
    generations = Array(repeating: 0, count: instruments.count)
    for index in instruments.indices { schedule(index, after: moment.now, isFirst: true) }
  }

  /// The place of a symbol in ``instruments``.
  func index(of symbol: Symbol) -> Int? { indices[symbol] }

  /// When something happens next by itself; it may be early after a change of pace, never late.
  var nextDue: Instant? {
    guard let update = queue.first?.at else { return agenda?.nextDue }
    return agenda?.nextDue.map { min($0, update) } ?? update
  }

  /// Makes everything happen that was due by now, in order.
  mutating func advance(to moment: Moment) -> [MarketChange] {
    var changes: [MarketChange] = []
    while let due = nextDue, due <= moment.now {
      guard changes.count < Self.maximumChanges else {
        queue.delay(by: moment.now - due)
        agenda?.delay(by: moment.now - due)
        break
      }
      if due == agenda?.nextDue {
        happen(at: moment, into: &changes)
      } else {
        update(at: moment, into: &changes)
      }
    }
    return changes
  }

  /// Changes a quote now by `body`, whatever the market does by itself.
  mutating func change(
    _ index: Int, at moment: Moment, _ body: (inout MarketQuote, ListedInstrument, inout SplitMix64) -> Void
  ) -> MarketChange {
    let wasTrading = isTrading(index)
    body(&quotes[index], instruments[index], &random)
    quotes[index].touch(moment.wall)
    if isTrading(index) != wasTrading { schedule(index, after: moment.now, isFirst: true) }
    return MarketChange(index: index, at: moment.now, quote: quotes[index])
  }

  /// Makes every trading instrument update as fast as the burst's rate allows until `end`.
  mutating func burst(until end: Instant, from now: Instant) {
    pace.burst(until: end)
    queue = DueQueue()
    for index in instruments.indices { schedule(index, after: now, isFirst: true) }
  }

  /// Whether the instrument's price moves.
  func isTrading(_ index: Int) -> Bool {
    switch quotes[index].session {
    case .open, .pre, .post: true
    case .closed, .halted, .auction: false
    }
  }

  private mutating func update(at moment: Moment, into changes: inout [MarketChange]) {
    guard let entry = queue.removeFirst(), entry.generation == generations[entry.index] else { return }
    let index = entry.index
    let instrument = instruments[index]
    let price = PriceWalk.step(from: quotes[index].last, in: instrument, using: &random)
    quotes[index].trade(
      at: price, spread: instrument.tick * Int.random(in: 1...3, using: &random),
      units: Int.random(in: 1...40, using: &random) * 10, time: moment.wall(at: entry.at))
    changes.append(MarketChange(index: index, at: entry.at, quote: quotes[index]))
    schedule(index, after: entry.at)
  }

  private mutating func happen(at moment: Moment, into changes: inout [MarketChange]) {
    guard let (at, text, happening) = agenda?.removeFirst(), let symbol = Symbol(text),
      let index = indices[symbol]
    else { return }
    let then = Moment(now: at, wall: moment.wall(at: at))
    switch (happening, quotes[index].session) {
    case (.opens(let permille), .pre):
      changes.append(
        change(index, at: then) { quote, instrument, _ in quote.open(instrument, jumpPermille: permille) })
    case (.halts, .open):
      changes.append(change(index, at: then) { quote, _, _ in quote.session = .halted })
    case (.resumes, .halted):
      changes.append(change(index, at: then) { quote, _, _ in quote.session = .open })
    default: break
    }
  }

  private mutating func schedule(_ index: Int, after instant: Instant, isFirst: Bool = false) {
    generations[index] += 1
    guard isTrading(index) else { return }
    let due =
      isFirst
      ? pace.first(of: index, after: instant, using: &random)
      : pace.next(of: index, after: instant, using: &random)
    guard let due else { return }
    queue.insert(.init(at: due, index: index, generation: generations[index]))
  }

  private static func opening(
    _ instrument: ListedInstrument, at time: Timestamp, using random: inout SplitMix64
  ) -> MarketQuote {
    let price = instrument.startPrice
    // A day's range of about a hundredth around the start, on the instrument's ticks.
    let reach = max(1, price / 200 / instrument.tick)
    let below = Int.random(in: 0...reach, using: &random) * instrument.tick
    let above = Int.random(in: 0...reach, using: &random) * instrument.tick
    return MarketQuote(
      last: price, open: max(1, price - below / 2), high: price + above, low: max(1, price - below),
      bid: max(1, price - instrument.tick), ask: price + instrument.tick,
      volume: Int.random(in: 100...20_000, using: &random) * 10, session: instrument.session, time: time,
      revision: 1)
  }
}

extension MarketQuote {
  /// Opens the session with a jump of so many thousandths: the range of the day starts there.
  mutating func open(_ instrument: ListedInstrument, jumpPermille: Int) {
    let price = PriceWalk.jump(from: last, permille: jumpPermille, tick: instrument.tick)
    session = .open
    last = price
    open = price
    high = price
    low = price
    bid = max(1, price - instrument.tick)
    ask = price + instrument.tick
  }
}
