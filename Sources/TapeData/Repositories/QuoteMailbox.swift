import TapeDomain

/// What one watcher has not taken yet, conflated so that it never grows with the rate.
///
/// It holds marks, not quotes: between two pulls only a symbol's newest quote counts, and the book has it.
/// A status, an interruption or the last value of a burst is never dropped.
struct QuoteMailbox {
  /// What happened to a symbol since the last pull.
  struct Marks: OptionSet {
    let rawValue: UInt8
    /// It has another quote, or another reason to have none.
    static let changed = Marks(rawValue: 1)
    /// It was interrupted, though it may be live again by now.
    static let interrupted = Marks(rawValue: 2)
  }

  /// Marks by slot of the book, and the marked slots in the order in which they were first marked.
  private var marks: [Marks] = []
  private var marked: [Int] = []
  /// The newest status that is not live, when the newest of all may be.
  private var outage: FeedStatus?
  private var status: FeedStatus?
  private var clock: ServerClock?
  private var source: FeedSource?
  private var connections: Int?
  private var notice: String?

  /// Whether there is nothing to take.
  var isEmpty: Bool {
    marked.isEmpty && status == nil && clock == nil && source == nil && connections == nil && notice == nil
  }

  /// Marks a symbol by its slot.
  mutating func mark(_ slot: Int, _ new: Marks) {
    while slot >= marks.count { marks.append([]) }
    if marks[slot].isEmpty { marked.append(slot) }
    marks[slot].formUnion(new)
  }

  /// Leaves a status of the link.
  mutating func post(_ new: FeedStatus) {
    if new != .live { outage = new }
    status = new
  }

  /// Leaves a reading of the server's clock.
  mutating func post(_ new: ServerClock) {
    clock = new
  }

  /// Leaves what the source says it is.
  mutating func post(_ new: FeedSource) {
    source = new
  }

  /// Leaves the number of connections made so far.
  mutating func post(connections new: Int) {
    connections = new
  }

  /// Leaves a message for the user.
  mutating func post(notice new: String) {
    notice = new
  }

  /// Takes everything as one element: the events whose result is what `look` says of each marked slot now.
  mutating func take(_ look: (Int) -> (Symbol, LiveQuote)) -> [QuoteEvent] {
    var events = takeStatus()
    let start = events.count
    // A quote has some 400 bytes: the array is made once, in its full length.
    events.reserveCapacity(start + marked.count + 6)
    var before = Set<Symbol>()
    var after = Set<Symbol>()
    for slot in marked {
      let (symbol, live) = look(slot)
      if let quote = live.quote {
        if live.isLive, marks[slot].contains(.interrupted) { before.insert(symbol) }
        if live.isLive || marks[slot].contains(.changed) { events.append(.quote(quote)) }
        if !live.isLive { after.insert(symbol) }
      } else if let absence = live.absence {
        events.append(.absent(symbol, absence))
      }
      marks[slot] = []
    }
    marked.removeAll(keepingCapacity: true)
    if !before.isEmpty { events.insert(.interrupted(before), at: start) }
    if !after.isEmpty { events.append(.interrupted(after)) }
    events += takeRest()
    return events
  }

  private mutating func takeStatus() -> [QuoteEvent] {
    let statuses = outage == status ? [status] : [outage, status]
    outage = nil
    status = nil
    return statuses.compactMap { $0 }.map { .feed($0) }
  }

  private mutating func takeRest() -> [QuoteEvent] {
    let rest: [QuoteEvent?] = [
      clock.map { .clock($0) }, source.map { .source($0) }, connections.map { .connections($0) },
      notice.map { .notice($0) },
    ]
    clock = nil
    source = nil
    connections = nil
    notice = nil
    return rest.compactMap { $0 }
  }
}
