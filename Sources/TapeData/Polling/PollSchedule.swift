import TapeDomain

/// Decides what a polled source is asked for and when, and what its answers, or their absence, mean for each price.
///
/// It keeps to the source's credits, asks for nothing twice at once, and lets a price be live for two periods. A plain
/// struct: both clocks and random factors are parameters, and what has to be done is returned.
struct PollSchedule: Equatable, Sendable {
  /// What its owner has to do, in this order.
  enum Action: Equatable, Sendable {
    /// Tell that the source can be asked from now on.
    case connect
    /// Tell the state of the link.
    case emit(FeedStatus)
    /// Tell these.
    case say([FeedMessage])
    /// Tell again what was told last of these.
    case tellAgain([Symbol])
    /// Tell how often the source is asked, and what it is about.
    case describe
    /// Remember what is spent.
    case remember
    /// Write a line into the log.
    case log(String)
  }

  /// A request that is to be made.
  struct Work: Equatable, Sendable {
    /// Its number, by which its outcome is told.
    let id: Int
    /// What it is for.
    let job: PollJob
    /// What it costs.
    let cost: Int
    /// When it was handed out.
    let since: Instant
  }

  /// Where the link is in its life.
  enum Phase: Equatable, Sendable {
    case idle
    case connecting
    case live
    case reconnecting(since: Instant)
    case refused
    case suspended
  }

  /// How long changes of what is wanted may take until the period follows them.
  private static let settling = Duration.seconds(5)

  let terms: PollTerms
  var phase = Phase.idle
  var budget: PollBudget
  var retry = PollRetry()
  var division = PollDivision()
  var round = PollRound()
  var entries = PollEntries()
  var working: [Int: Work] = [:]
  var errands = PollErrands()
  var period: PollPeriod
  private var lastID = 0
  private var reviewAt: Instant?
  private var hasReviewed = false
  var activity: FeedActivity?

  /// A schedule that is not started, with what an earlier run has spent.
  init(_ terms: PollTerms, record: PollRecord? = nil, at clock: PollClock) {
    self.terms = terms
    budget = PollBudget(terms, record: record, at: clock)
    period = PollPeriod(atLeast: terms.shortestPeriod)
  }

  /// How many requests are under way.
  var workCount: Int { working.count }

  /// Whether requests may be made.
  var isAsking: Bool {
    switch phase {
    case .connecting, .live, .reconnecting: true
    case .idle, .refused, .suspended: false
    }
  }

  // MARK: Life

  /// Begins.
  mutating func start() -> [Action] {
    guard phase == .idle else { return [] }
    phase = .connecting
    return [.emit(.connecting), .connect]
  }

  /// The program is stopped: what is under way is given up.
  mutating func suspend() -> [Action] {
    guard phase != .idle, phase != .suspended else { return [] }
    giveUpWork()
    phase = .suspended
    entries.forEach { $0.isTold = false }
    return [.emit(.suspended)]
  }

  /// The program goes on: what is still within its time is live again at once, the rest is asked for.
  mutating func resume(at clock: PollClock) -> [Action] {
    guard phase == .suspended else { return retry(at: clock) }
    retry = PollRetry()
    guard entries.hasLiving(at: clock.now) else {
      phase = .reconnecting(since: clock.now)
      return [.emit(.reconnecting(attempt: 1, retryAt: nil, since: clock.now, reason: ""))]
    }
    return becomeLive(at: clock, except: [])
  }

  /// The user asks for a try at once; within the source's own limits.
  mutating func retry(at clock: PollClock) -> [Action] {
    guard phase == .refused || retry.failures > 0, retry.hurry(at: clock.now) else { return [] }
    if phase == .refused { phase = .reconnecting(since: clock.now) }
    return tellLink(at: clock) + describe(at: clock)
  }

  /// The way into the network changed: what failed is tried again.
  mutating func networkChanged(at clock: PollClock) -> [Action] {
    phase == .refused ? [] : retry(at: clock)
  }

  // MARK: What is wanted

  /// Takes in what the repository wants.
  mutating func take(_ command: FeedCommand, at clock: PollClock) -> [Action] {
    var again: [Symbol] = []
    switch command {
    case .subscribe(let symbols, _):
      for symbol in symbols where entries.want(symbol, at: clock.now) { again.append(symbol) }
    case .resync(let symbols):
      // Whoever asks again does not believe what was told last.
      for symbol in symbols {
        entries[symbol]?.distrust()
        _ = entries.want(symbol, at: clock.now)
      }
    case .unsubscribe(let symbols): entries.release(symbols)
    }
    // A header that followed every scroll would not be read.
    reviewAt = reviewAt ?? clock.now + (entries.hasTold ? Self.settling : .zero)
    if phase != .live { again = [] }
    for symbol in again { entries[symbol]?.isTold = true }
    return again.isEmpty ? [] : [.tellAgain(again)]
  }

  // MARK: What is asked for

  /// The next request to make now; nil when there is none. It is under way until its outcome is told.
  mutating func nextWork(at clock: PollClock) -> Work? {
    guard isAsking, working.count < (retry.failures > 0 ? 1 : terms.parallel),
      retry.retryAt.map({ $0 <= clock.now }) ?? true, budget.earliest(1, at: clock) <= clock.now
    else { return nil }
    let due = entries.due(at: clock.now)
    let job: PollJob
    if let batch = division.take({ entries.isFree($0) }) {
      let count = affordable(batch.count, at: clock)
      division.putBack(Array(batch.dropFirst(count)))
      job = .quotes(Array(batch.prefix(count)))
    } else if let first = due.first, entries[first]?.isUrgent == true || errands.isEmpty {
      let count = affordable(min(due.count, terms.mostSymbols), at: clock)
      job = .quotes(fill(Array(due.prefix(count)), at: clock))
    } else if let name = errands.take(at: clock.now) {
      job = .errand(name)
    } else {
      return nil
    }
    return hand(job, at: clock)
  }

  private mutating func hand(_ job: PollJob, at clock: PollClock) -> Work {
    lastID += 1
    let work = Work(id: lastID, job: job, cost: terms.cost(of: job), since: clock.now)
    working[work.id] = work
    budget.spend(work.cost, at: clock)
    for symbol in job.symbols { entries[symbol]?.isAsked = true }
    if !job.symbols.isEmpty {
      let left = entries.due(at: clock.now).count
      round.goesOut(more: (left + terms.mostSymbols - 1) / terms.mostSymbols)
    }
    return work
  }

  /// How many of so many symbols one request may ask for now.
  private func affordable(_ count: Int, at clock: PollClock) -> Int {
    terms.chargesSymbols ? budget.affordable(count, at: clock) : count
  }

  /// The batch, filled with what would be due soon: it costs nothing more then than now.
  private func fill(_ batch: [Symbol], at clock: PollClock) -> [Symbol] {
    let room = affordable(terms.mostSymbols, at: clock) - batch.count
    guard room > 0 else { return batch }
    return batch + entries.due(until: clock.now + period.duration / 10, besides: batch).prefix(room)
  }

  /// When ``nextWork(at:)`` or ``advance(to:)`` has something to do; nil when nothing is waited for.
  func deadline(at clock: PollClock) -> Instant? {
    guard phase != .idle, phase != .suspended else { return nil }
    var instants = [entries.nextEnd, reviewAt].compactMap { $0 }
    if isAsking, working.count < (retry.failures > 0 ? 1 : terms.parallel) {
      let due = !division.isEmpty || !errands.isEmpty ? clock.now : entries.nextDue
      if let due { instants.append(max(due, retry.retryAt ?? due, budget.earliest(1, at: clock))) }
    }
    return instants.min()
  }

  // MARK: Time

  /// Time has passed.
  mutating func advance(to clock: PollClock) -> [Action] {
    var actions: [Action] = []
    if let reviewAt, reviewAt <= clock.now {
      self.reviewAt = nil
      actions += review(at: clock)
    }
    return actions + expire(at: clock) + describe(at: clock)
  }

  /// Takes back the prices whose time is over.
  private mutating func expire(at clock: PollClock) -> [Action] {
    let old = entries.expired(at: clock.now)
    guard !old.isEmpty, phase == .live else { return [] }
    for symbol in old { entries[symbol]?.expire(at: clock.now) }
    guard retry.failures > 0 else { return [.say([.lost(old)])] }
    phase = .reconnecting(since: clock.now)
    return tellLink(at: clock)
  }

  // MARK: The link

  /// The source answers; what is still within its time is told again, except what is told in a moment.
  mutating func becomeLive(at clock: PollClock, except told: [Symbol]) -> [Action] {
    guard phase != .live else { return [] }
    phase = .live
    let living = entries.living(at: clock.now).filter { !told.contains($0) }.sorted()
    for symbol in entries.polled { entries[symbol]?.tellIfLive(at: clock.now) }
    return [.emit(.live)] + (living.isEmpty ? [] : [.tellAgain(living)])
  }

  /// The state of a link that does not work.
  mutating func tellLink(at clock: PollClock) -> [Action] {
    guard case .reconnecting(let since) = phase else { return [] }
    entries.forEach { $0.isTold = false }
    let isUnderWay = !working.isEmpty
    let status = FeedStatus.reconnecting(
      attempt: max(1, retry.failures), retryAt: isUnderWay ? nil : nextTry(at: clock), since: since,
      reason: retry.reason)
    return [.emit(status)]
  }

  /// When the next request may go out after a failure, or when the one that is under way might have.
  func nextTry(at clock: PollClock) -> Instant {
    let free = budget.earliest(1, at: clock)
    guard let retryAt = retry.retryAt else { return free }
    // What stands still may not be told as another moment each time.
    return free > clock.now ? max(retryAt, free) : retryAt
  }

  mutating func giveUpWork() {
    for work in working.values {
      for symbol in work.job.symbols { entries[symbol]?.isAsked = false }
    }
    working = [:]
    division.reset()
    round.end()
  }

  /// Works out anew how often prices are asked for.
  mutating func review(at clock: PollClock) -> [Action] {
    let isFirst = !hasReviewed
    hasReviewed = true
    guard period.follow(neededPeriod(at: clock)) else { return isFirst ? [.describe] : [] }
    let (open, closed) = (spacing(isClosed: false, at: clock), spacing(isClosed: true, at: clock))
    entries.forEach { if !$0.isUrgent { $0.space(by: $0.isClosed ? closed : open, at: clock.now) } }
    return [.describe]
  }
}
