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
  /// The least time between two errands of the same name.
  static let errandSpacing = Duration.seconds(300)
  /// How many symbols are remembered that nobody watches any more.
  static let mostUnwanted = 2_000
  /// A wait that is longer than this is worth a word.
  private static let longWait = Duration.seconds(90)

  let terms: PollTerms
  var phase = Phase.idle
  var budget: PollBudget
  var retry = PollRetry()
  var division = PollDivision()
  var round = PollRound()
  var entries: [Symbol: PollEntry] = [:]
  var working: [Int: Work] = [:]
  var errands: [String] = []
  var errandTimes: [String: Instant] = [:]
  var period: PollPeriod
  private var lastID = 0
  private var reviewAt: Instant?
  private var hasReviewed = false
  private(set) var activity: FeedActivity?

  /// A schedule that is not started, with what an earlier run has spent.
  init(_ terms: PollTerms, record: PollRecord? = nil, at clock: PollClock) {
    self.terms = terms
    budget = PollBudget(terms, record: record, at: clock)
    period = PollPeriod(atLeast: terms.shortestPeriod)
  }

  /// How often it is asked, in words.
  var words: String { "polled every \(period.words)" }

  /// How many requests are under way.
  var workCount: Int { working.count }

  /// Whether requests may be made.
  var isAsking: Bool {
    switch phase {
    case .connecting, .live, .reconnecting: true
    case .idle, .refused, .suspended: false
    }
  }

  /// The watched symbols that the source may have.
  var polled: [Symbol] { entries.filter { $0.value.isPolled }.map(\.key) }

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
    for symbol in entries.keys { entries[symbol]?.isTold = false }
    return [.emit(.suspended)]
  }

  /// The program goes on: what is still within its time is live again at once, the rest is asked for.
  mutating func resume(at clock: PollClock) -> [Action] {
    guard phase == .suspended else { return retry(at: clock) }
    retry = PollRetry()
    let living = polled.filter { entries[$0]?.isLive(at: clock.now) ?? false }
    if living.isEmpty {
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
      for symbol in symbols where want(symbol, at: clock.now) { again.append(symbol) }
    case .resync(let symbols):
      // Whoever asks again does not believe what was told last.
      for symbol in symbols {
        entries[symbol]?.distrust()
        _ = want(symbol, at: clock.now)
      }
    case .unsubscribe(let symbols):
      for symbol in symbols {
        entries[symbol]?.isWanted = false
        entries[symbol]?.isTold = false
      }
      forgetOldest()
    }
    // A header that followed every scroll would not be read.
    reviewAt = reviewAt ?? clock.now + (entries.values.contains(where: \.isTold) ? Self.settling : .zero)
    if phase != .live { again = [] }
    for symbol in again { entries[symbol]?.isTold = true }
    return again.isEmpty ? [] : [.tellAgain(again)]
  }

  /// A symbol is wanted; true when its last price is still within its time.
  private mutating func want(_ symbol: Symbol, at now: Instant) -> Bool {
    guard var entry = entries[symbol] else {
      entries[symbol] = PollEntry(due: now)
      return false
    }
    if !entry.isWanted { entry.isRefused = false }
    entry.isWanted = true
    let isLive = entry.isLive(at: now)
    if !isLive {
      entry.isUrgent = true
      if !entry.isAsked { entry.due = min(entry.due, now) }
    }
    entries[symbol] = entry
    return isLive
  }

  private mutating func forgetOldest() {
    let unwanted = entries.filter { !$0.value.isWanted && !$0.value.isAsked }
    guard unwanted.count > Self.mostUnwanted else { return }
    let never = Instant(nanoseconds: .min)
    let oldest = unwanted.sorted { ($0.value.fetchedAt ?? never) < ($1.value.fetchedAt ?? never) }
    for (symbol, _) in oldest.prefix(unwanted.count - Self.mostUnwanted * 9 / 10) { entries[symbol] = nil }
  }

  // MARK: What is asked for

  /// The next request to make now; nil when there is none. It is under way until its outcome is told.
  mutating func nextWork(at clock: PollClock) -> Work? {
    guard isAsking, working.count < (retry.failures > 0 ? 1 : terms.parallel),
      retry.retryAt.map({ $0 <= clock.now }) ?? true, budget.earliest(1, at: clock) <= clock.now
    else { return nil }
    let due = dueSymbols(at: clock.now)
    let job: PollJob
    if var batch = division.take({ entries[$0]?.isPolled == true && entries[$0]?.isAsked == false }) {
      let count = terms.chargesSymbols ? budget.affordable(batch.count, at: clock) : batch.count
      division.putBack(Array(batch.dropFirst(count)))
      batch = Array(batch.prefix(count))
      job = .quotes(batch)
    } else if let first = due.first, entries[first]?.isUrgent == true || errands.isEmpty {
      let batch = Array(due.prefix(terms.mostSymbols))
      let count = terms.chargesSymbols ? budget.affordable(batch.count, at: clock) : batch.count
      job = .quotes(fill(Array(batch.prefix(count)), at: clock))
    } else if !errands.isEmpty {
      let name = errands.removeFirst()
      errandTimes[name] = clock.now
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
      let left = dueSymbols(at: clock.now).count
      round.goesOut(more: (left + terms.mostSymbols - 1) / terms.mostSymbols)
    }
    return work
  }

  /// What is to be asked for now, the most wanted first.
  private func dueSymbols(at now: Instant) -> [Symbol] {
    entries.filter { $0.value.isPolled && !$0.value.isAsked && $0.value.due <= now }
      .sorted { left, right in
        if left.value.isUrgent != right.value.isUrgent { return left.value.isUrgent }
        if left.value.due != right.value.due { return left.value.due < right.value.due }
        return left.key < right.key
      }
      .map(\.key)
  }

  /// The batch, filled with what would be due soon: it costs nothing more then than now.
  private func fill(_ batch: [Symbol], at clock: PollClock) -> [Symbol] {
    var room = terms.mostSymbols - batch.count
    if terms.chargesSymbols {
      room = budget.affordable(batch.count + room, at: clock) - batch.count
    }
    guard room > 0 else { return batch }
    let soon = clock.now + period.duration / 10
    let more = entries.filter { entry in
      entry.value.isPolled && !entry.value.isAsked && entry.value.due <= soon && !batch.contains(entry.key)
    }
    return batch + more.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }.prefix(room).map(\.key)
  }

  /// When ``nextWork(at:)`` or ``advance(to:)`` has something to do; nil when nothing is waited for.
  func deadline(at clock: PollClock) -> Instant? {
    guard phase != .idle, phase != .suspended else { return nil }
    var instants = entries.values.compactMap { $0.isPolled && $0.isTold ? $0.liveUntil : nil }
    if let reviewAt { instants.append(reviewAt) }
    if isAsking, working.count < (retry.failures > 0 ? 1 : terms.parallel) {
      let due =
        !division.isEmpty || !errands.isEmpty
        ? clock.now : entries.values.lazy.filter { $0.isPolled && !$0.isAsked }.map(\.due).min()
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
    let old = entries.filter { $0.value.isPolled && $0.value.isTold && !$0.value.isLive(at: clock.now) }
      .map(\.key).sorted()
    guard !old.isEmpty, phase == .live else { return [] }
    for symbol in old {
      entries[symbol]?.expire(at: clock.now)
    }
    guard retry.failures > 0 else { return [.say([.lost(old)])] }
    phase = .reconnecting(since: clock.now)
    return tellLink(at: clock)
  }

  // MARK: The link

  /// The source answers; what is still within its time is told again, except what is told in a moment.
  mutating func becomeLive(at clock: PollClock, except told: [Symbol]) -> [Action] {
    guard phase != .live else { return [] }
    phase = .live
    let living = polled.filter { (entries[$0]?.isLive(at: clock.now) ?? false) && !told.contains($0) }
      .sorted()
    for symbol in polled { entries[symbol]?.tellIfLive(at: clock.now) }
    return [.emit(.live)] + (living.isEmpty ? [] : [.tellAgain(living)])
  }

  /// The state of a link that does not work.
  mutating func tellLink(at clock: PollClock) -> [Action] {
    guard case .reconnecting(let since) = phase else { return [] }
    for symbol in entries.keys { entries[symbol]?.isTold = false }
    let isUnderWay = !working.isEmpty
    let status = FeedStatus.reconnecting(
      attempt: max(1, retry.failures), retryAt: isUnderWay ? nil : nextTry(at: clock), since: since,
      reason: retry.reason)
    return [.emit(status)]
  }

  /// When the next request may go out after a failure, or when the one that is under way might have.
  private func nextTry(at clock: PollClock) -> Instant {
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

  // MARK: Words

  /// Works out anew how often prices are asked for.
  mutating func review(at clock: PollClock) -> [Action] {
    let isFirst = !hasReviewed
    hasReviewed = true
    guard period.follow(neededPeriod(at: clock)) else { return isFirst ? [.describe] : [] }
    for symbol in entries.keys {
      guard let entry = entries[symbol], !entry.isUrgent else { continue }
      let spacing = spacing(of: entry, at: clock)
      entries[symbol]?.space(by: spacing, at: clock.now)
    }
    return [.describe]
  }

  /// Notes what the source is about; tells it when that is something else.
  mutating func describe(at clock: PollClock) -> [Action] {
    if working.isEmpty, division.isEmpty, dueSymbols(at: clock.now).isEmpty { round.end() }
    let new = wordsOfActivity(at: clock)
    guard new != activity else { return [] }
    activity = new
    return [.describe]
  }

  private func wordsOfActivity(at clock: PollClock) -> FeedActivity? {
    guard isAsking else { return nil }
    if retry.failures > 0 {
      // The banner says it while there is one.
      guard phase == .live else { return nil }
      return .retrying(reason: retry.reason, at: nextTry(at: clock))
    }
    let next = budget.earliest(1, at: clock)
    if let perDay = budget.perDay, next > clock.now + Self.longWait, budget.leftToday(at: clock) == 0 {
      return .retrying(reason: "The \(perDay) credits of the day are used at \(terms.title).", at: next)
    }
    return round.progress.map { .asking(batch: $0.batch, of: $0.of) }
  }
}
