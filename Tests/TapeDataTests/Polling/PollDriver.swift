import TapeDomain
import TapeTestSupport

@testable import TapeData

/// A schedule in virtual time, against a source that answers as the test says and counts what it is asked.
struct PollDriver {
  /// A request as the source saw it.
  struct Asked: Equatable {
    let at: Timestamp
    let job: PollJob
    let cost: Int
  }

  /// What a source answers at a time.
  typealias Source = (PollJob, Timestamp) -> PollAnswer

  var schedule: PollSchedule
  private(set) var now: Instant
  private(set) var wall: Timestamp
  /// What was asked, in order.
  private(set) var asked: [Asked] = []
  /// What was decided, in order.
  private(set) var actions: [PollSchedule.Action] = []
  /// How long an answer takes.
  var latency = Duration.milliseconds(300)
  private var coming: [(at: Instant, work: PollSchedule.Work)] = []
  private let source: Source

  init(
    _ terms: PollTerms, record: PollRecord? = nil, wall: Timestamp = PollDriver.midnight,
    now: Instant = Instant(nanoseconds: 5_000_000_000), source: @escaping Source
  ) {
    self.wall = wall
    self.now = now
    self.source = source
    schedule = PollSchedule(terms, record: record, at: PollClock(now: now, wall: wall))
    note(schedule.start())
  }

  /// 2026-12-01T00:00:00Z, a Tuesday.
  static let midnight = Timestamp(seconds: 1_796_083_200)

  var clock: PollClock { PollClock(now: now, wall: wall) }

  /// The states of the link, in order.
  var statuses: [FeedStatus] {
    actions.compactMap { if case .emit(let status) = $0 { status } else { nil } }
  }

  /// The symbols whose prices were taken back, in order.
  var lost: [[Symbol]] {
    said.compactMap { if case .lost(let symbols) = $0 { symbols } else { nil } }
  }

  /// What was told.
  var said: [FeedMessage] {
    actions.flatMap { action -> [FeedMessage] in
      if case .say(let messages) = action { messages } else { [] }
    }
  }

  /// The symbols of the requests, in order.
  var batches: [[Symbol]] { asked.map(\.job.symbols) }

  /// Forgets what was decided and asked so far.
  mutating func forget() {
    actions = []
    asked = []
  }

  mutating func want(_ symbols: [Symbol]) {
    note(schedule.take(.subscribe(symbols, maxRate: 4), at: clock))
    work()
  }

  mutating func drop(_ symbols: [Symbol]) {
    note(schedule.take(.unsubscribe(symbols), at: clock))
    work()
  }

  mutating func note(_ new: [PollSchedule.Action]) { actions += new }

  /// Lets time pass, with everything that happens in it.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    work()
    while true {
      let next = [coming.map(\.at).min(), schedule.deadline(at: clock)].compactMap { $0 }.min()
      guard let next, next <= end else { break }
      move(to: max(next, now))
      arrive()
      work()
    }
    move(to: end)
  }

  /// Does what is due, as the socket does.
  mutating func work() {
    note(schedule.advance(to: clock))
    while let work = schedule.nextWork(at: clock) {
      note(schedule.tellLink(at: clock) + schedule.describe(at: clock))
      asked.append(Asked(at: wall, job: work.job, cost: work.cost))
      coming.append((now + latency, work))
    }
  }

  private mutating func arrive() {
    let due = coming.filter { $0.at <= now }
    coming.removeAll { $0.at <= now }
    for (_, work) in due {
      note(schedule.answered(work.id, source(work.job, wall), at: clock, jitter: 1000))
    }
  }

  private mutating func move(to instant: Instant) {
    wall = wall + (instant - now)
    now = instant
  }

  // MARK: Answers

  /// A price of each.
  static func prices(_ job: PollJob, at wall: Timestamp, session: MarketSession = .open) -> PollAnswer {
    PollAnswer(job.symbols.map { .snapshot(patch($0, at: wall, session: session)) })
  }

  static func patch(_ symbol: Symbol, at wall: Timestamp, session: MarketSession = .open) -> QuotePatch {
    var patch = QuotePatch(symbol: symbol, sequence: 1, time: wall)
    patch.currency = "USD"
    patch.scale = 2
    patch.last = .set(12_345)
    patch.session = .set(session)
    return patch
  }

  static func symbols(_ count: Int) -> [Symbol] { (0..<count).map { Fixtures.symbol("S\($0)") } }
}

extension PollTerms {
  /// Eight credits a minute and 800 a day, one for each symbol.
  static let basic = {
    var terms = PollTerms(title: "Venue", mostSymbols: 8, chargesSymbols: true, shortestPeriod: .seconds(10))
    terms.perMinute = 8
    terms.perDay = 800
    terms.closedPeriod = .seconds(3600)
    terms.chargesErrors = false
    return terms
  }()

  /// No credits: a price every ten seconds, 20 symbols at once.
  static let free = PollTerms(
    title: "Venue", mostSymbols: 20, chargesSymbols: false, shortestPeriod: .seconds(10))
}
