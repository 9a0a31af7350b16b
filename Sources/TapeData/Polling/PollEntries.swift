import TapeDomain

/// All symbols that a schedule knows: which of them are wanted, due, and still within their time.
struct PollEntries: Equatable, Sendable {
  /// How many symbols are remembered that nobody watches any more.
  static let mostUnwanted = 2_000

  private var table: [Symbol: PollEntry] = [:]

  /// What is known of a symbol; nil for one that was never wanted, or is forgotten.
  subscript(symbol: Symbol) -> PollEntry? {
    get { table[symbol] }
    _modify { yield &table[symbol] }
  }

  /// What is known of each symbol, in no order.
  var values: Dictionary<Symbol, PollEntry>.Values { table.values }

  /// The watched symbols that the source may have, in no order.
  var polled: [Symbol] { table.filter { $0.value.isPolled }.map(\.key) }

  /// Whether any price was told and not taken back.
  var hasTold: Bool { table.values.contains(where: \.isTold) }

  /// Whether any watched price is within its time.
  func hasLiving(at now: Instant) -> Bool {
    table.values.contains { $0.isPolled && $0.isLive(at: now) }
  }

  /// Whether a price of another symbol than these is within its time.
  func hasLiving(besides symbols: [Symbol], at now: Instant) -> Bool {
    table.contains { $0.value.isLive(at: now) && !symbols.contains($0.key) }
  }

  /// The watched symbols whose price is within its time, in no order.
  func living(at now: Instant) -> [Symbol] { polled.filter { table[$0]?.isLive(at: now) ?? false } }

  /// Changes each of them.
  mutating func forEach(_ change: (inout PollEntry) -> Void) {
    for index in table.values.indices { change(&table.values[index]) }
  }

  // MARK: What is wanted

  /// A symbol is wanted; true when its last price is still within its time.
  mutating func want(_ symbol: Symbol, at now: Instant) -> Bool {
    guard var entry = table[symbol] else {
      table[symbol] = PollEntry(due: now)
      return false
    }
    let isLive = entry.want(at: now)
    table[symbol] = entry
    return isLive
  }

  /// Symbols are wanted no more; those that were so longest ago are forgotten when there are too many.
  mutating func release(_ symbols: [Symbol]) {
    for symbol in symbols {
      table[symbol]?.isWanted = false
      table[symbol]?.isTold = false
    }
    let unwanted = table.filter { !$0.value.isWanted && !$0.value.isAsked }
    guard unwanted.count > Self.mostUnwanted else { return }
    let never = Instant(nanoseconds: .min)
    let oldest = unwanted.sorted { ($0.value.fetchedAt ?? never) < ($1.value.fetchedAt ?? never) }
    for (symbol, _) in oldest.prefix(unwanted.count - Self.mostUnwanted * 9 / 10) { table[symbol] = nil }
  }

  // MARK: What is due

  /// Whether a symbol may be asked for: it is watched, and no request for it is under way.
  func isFree(_ symbol: Symbol) -> Bool { table[symbol].map { $0.isPolled && !$0.isAsked } ?? false }

  /// What is to be asked for now, the most wanted first.
  func due(at now: Instant) -> [Symbol] {
    table.filter { $0.value.isPolled && !$0.value.isAsked && $0.value.due <= now }
      .sorted { left, right in
        if left.value.isUrgent != right.value.isUrgent { return left.value.isUrgent }
        if left.value.due != right.value.due { return left.value.due < right.value.due }
        return left.key < right.key
      }
      .map(\.key)
  }

  /// What is due until `soon` besides `batch`, the next first.
  func due(until soon: Instant, besides batch: [Symbol]) -> [Symbol] {
    table.filter { entry in
      entry.value.isPolled && !entry.value.isAsked && entry.value.due <= soon && !batch.contains(entry.key)
    }
    .sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }.map(\.key)
  }

  /// When the next symbol is to be asked for; nil when none is.
  var nextDue: Instant? { table.values.lazy.filter { $0.isPolled && !$0.isAsked }.map(\.due).min() }

  /// When the next price's time is over; nil when none is told.
  var nextEnd: Instant? {
    table.values.lazy.compactMap { $0.isPolled && $0.isTold ? $0.liveUntil : nil }.min()
  }

  /// The symbols whose prices are told though their time is over, in order of name.
  func expired(at now: Instant) -> [Symbol] {
    table.filter { $0.value.isPolled && $0.value.isTold && !$0.value.isLive(at: now) }.map(\.key).sorted()
  }
}
