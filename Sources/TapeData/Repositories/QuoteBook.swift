import TapeDomain

/// Every known quote, whether it is proven current, and who watches it; the repository without its actor.
///
/// A plain struct without clock or await. Each event leaves what is to be sent in ``takeRequests()`` and what
/// is to be told in the mailboxes of the watchers. A known symbol has a slot: one look-up finds all of it,
/// its entry and its record.
struct QuoteBook {
  /// What the book asks of the socket.
  enum Request: Equatable {
    /// Send a command.
    case send(FeedCommand)
    /// Start the connection afresh.
    case fail(code: UInt16, reason: String)
    /// Write a line to the log.
    case log(String)
  }

  /// One watcher, by its seat.
  struct Watch {
    /// What it watches as fast as the screen is.
    let symbols: Set<Symbol>
    /// What else it watches, slowly.
    let background: Set<Symbol>
    /// What it has not taken yet.
    var mailbox = QuoteMailbox()
  }

  /// How many malformed frames in a row end a connection (the protocol, rule 4).
  static let malformedLimit = 100
  /// How many malformed frames of a connection the log names.
  static let malformedLogged = 10

  /// How many updates a second are asked for of what is watched in the background.
  static let slowRate = 1

  let maxRate: Int
  /// How many quotes are kept that nobody watches.
  let cacheLimit: Int
  /// Whether the source numbers its messages; else each is a snapshot.
  let isNumbered: Bool
  /// Whether the source is asked for outstanding snapshots by who speaks to it, so that asking again is idle.
  let repairsItself: Bool
  /// Whether answers are heard while the link is down; a tape has them only while it is up.
  let hearsPolls: Bool

  var slots: [Symbol: Int] = [:]
  var memo = SlotMemo()
  var entries: [QuoteEntry] = []
  /// The rest that is known of each entry, in the same order.
  var records: [QuoteRecord] = []
  var freeSlots: [Int] = []

  var watches: [Watch?] = []
  var seats: [Int: Int] = [:]

  var ledger = SubscriptionLedger()
  var completeness = CompletenessCheck()
  var clock = ServerClockReader()
  /// What the source of the current connection said it is.
  var source: FeedSource?
  /// How many connections were made.
  var connections = 0
  var status = FeedStatus.connecting
  var statistics = FeedStatistics()
  var meter = FreshnessMeter()

  var requests: [Request] = []
  var resyncs: [Symbol] = []
  var malformedInARow = 0
  var malformedNamed = 0
  /// Whether freshness, watchers or deadlines changed since the last census.
  var isUnsettled = false
  var snapshotDeadline: Instant?
  var releases = 0
  /// Counts the runs of ticks.
  var round = 0

  /// An empty book.
  init(
    maxRate: Int, cacheLimit: Int = 10_000, isNumbered: Bool = true, repairsItself: Bool = false,
    hearsPolls: Bool = true
  ) {
    self.maxRate = maxRate
    self.isNumbered = isNumbered
    self.repairsItself = repairsItself
    self.hearsPolls = hearsPolls
    self.cacheLimit = cacheLimit
  }

  /// Whether what arrives is in time; without it no quote is proven current.
  var isTimely: Bool { status == .live }

  /// When ``wake(at:)`` is to be called next; nil when there is nothing to wait for.
  var deadline: Instant? {
    guard let snapshotDeadline else { return ledger.deadline }
    return ledger.deadline.map { min($0, snapshotDeadline) } ?? snapshotDeadline
  }

  /// Takes what is to be asked of the socket, in order.
  mutating func takeRequests() -> [Request] {
    if requests.isEmpty { return [] }
    defer { requests = [] }
    return requests
  }

  /// Whether the newest that is known of a slot is proven to be the newest there is.
  func isLive(_ slot: Int) -> Bool {
    entries[slot].tracker.isCurrent && (isTimely || standsAlone(slot) && status != .suspended)
  }

  /// Whether a slot's price is polled beside the link, and taken back when its own time is over.
  func standsAlone(_ slot: Int) -> Bool {
    hearsPolls && records[slot].priced?.quote.quality.isPolled ?? false
  }

  /// What a watcher sees of a symbol.
  func look(_ slot: Int) -> (Symbol, LiveQuote) {
    let entry = entries[slot]
    guard let quote = records[slot].quote(with: entry.waitingTick) else {
      return (entry.symbol, LiveQuote(absence: records[slot].absence))
    }
    let freshness = isLive(slot) ? Freshness.live : .stale(since: quote.time)
    return (entry.symbol, LiveQuote(quote: quote, freshness: freshness))
  }

  /// Applies the tick of that slot which waits, if one does.
  mutating func applyTick(_ slot: Int) {
    guard let tick = entries[slot].waitingTick else { return }
    records[slot].priced?.apply(tick)
    entries[slot].dropTick()
  }

  /// Leaves marks for everyone who watches the symbol.
  mutating func mark(_ slot: Int, _ marks: QuoteMailbox.Marks) {
    // By index: an iterator would hold the array, which would be counted up and down for each update.
    for place in entries[slot].seats.indices {
      let seat = entries[slot].seats[place]
      watches[seat]?.mailbox.mark(slot, marks)
    }
  }

  /// Leaves something for every watcher.
  mutating func postToAll(_ post: (inout QuoteMailbox) -> Void) {
    for seat in watches.indices {
      guard var mailbox = watches[seat]?.mailbox else { continue }
      post(&mailbox)
      watches[seat]?.mailbox = mailbox
    }
  }

  /// Turns the symbols that have to be asked for again into one command.
  mutating func requestResyncs() {
    guard !resyncs.isEmpty else { return }
    statistics.resyncs += resyncs.count
    requests.append(.send(.resync(resyncs)))
    resyncs = []
    isUnsettled = true
  }

  /// Counts anew what depends on every symbol, when something changed.
  mutating func settle(at now: Instant) {
    guard isUnsettled else { return }
    isUnsettled = false
    var watched = 0
    var live = 0
    snapshotDeadline = nil
    for (slot, entry) in entries.enumerated() {
      if isTimely || isLate, !repairsItself, let deadline = entry.tracker.deadline {
        snapshotDeadline = min(snapshotDeadline ?? deadline, deadline)
      }
      guard !entry.seats.isEmpty, hasPrice(slot) else { continue }
      watched += 1
      if isLive(slot) { live += 1 }
    }
    meter.set(watched: watched, live: live, at: now)
    if live > 0, statistics.firstPriceAt == nil { statistics.firstPriceAt = now }
  }

  /// Whether there is a last price.
  func hasPrice(_ slot: Int) -> Bool {
    guard let priced = records[slot].priced else { return false }
    return priced.quote.last != nil || entries[slot].waitingTick != nil
  }

  /// Whether messages flow, but late.
  var isLate: Bool {
    if case .late = status { true } else { false }
  }
}
