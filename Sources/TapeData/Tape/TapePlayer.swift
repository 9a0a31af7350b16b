public import TapeDomain

/// Plays a tape in the tape's own time, through everything that stands above the socket.
///
/// It is stepped, and what it gives out depends on the tape alone: the same batches at the same times, however fast it is
/// stepped and on whichever machine. To be used by one thread at a time.
public final class TapePlayer {
  /// The tick of the watch that the digest is made of.
  public static let tick = Duration.milliseconds(250)

  /// A watch of the tape.
  private struct Watch {
    let symbols: Set<Symbol>
    let background: Set<Symbol>
    var pacer: BatchPacer
  }

  /// A place of the tape to come back to, and all that it had come to there.
  private struct Mark {
    let now: Instant
    let next: TapeEntry?
    let state: TapeState
    let watches: [Int: Watch]
    let judge: TapeJudge?
    let reader: TapeReader.Mark
    let context: VenueContext.Mark
  }

  /// About how many bytes a row takes in a mark, and the reader beside all rows; how many all marks may take together.
  private static let markSizes = (row: 1_500, reader: 64 << 10, all: 16 << 20)
  private static let markLimits = 4...64

  /// What the tape's header says.
  public let header: TapeHeader
  /// The time of the first event, which the program's positions count from.
  public let start: Instant
  /// The place that was played to.
  public private(set) var now: Instant
  /// Whether everything was played.
  public private(set) var isAtEnd = false

  private let path: String
  private let clock: TapeClock
  private let context: VenueContext
  private let reader: TapeReader
  private var state: TapeState
  private var next: TapeEntry?
  private var watches: [Int: Watch] = [:]
  private var judge: TapeJudge?
  /// Places to come back to; nil where nobody goes back.
  private var marks: TapeMarks<Mark>?
  private let give: (Int, QuoteBatch, Instant) -> Void

  /// The watch of everything, of which the digest is made.
  private static let everything = 0

  /// Opens a tape and stands at its beginning.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isJudging: Whether the digest is made and the invariants are checked.
  ///   - range: The times since the beginning that the digest is about.
  ///   - give: Takes each batch of a watch, with its number and the tape's time.
  /// - Throws: ``TapeError`` when it cannot be read.
  public init(
    path: String, isJudging: Bool = false, range: ClosedRange<Duration>? = nil,
    give: @escaping (Int, QuoteBatch, Instant) -> Void = { _, _, _ in }
  ) throws(TapeError) {
    self.path = path
    self.give = give
    reader = try TapeReader(path: path)
    header = reader.header
    clock = TapeClock(header.recorded)
    context = VenueContext { [clock] in clock.wall }
    guard let dialect = SourceCatalog.dialect(named: header.source, context: context) else {
      throw .unknownSource(header.source, path: path)
    }
    state = TapeState(dialect: dialect)
    next = try reader.next()
    start = next?.instant ?? Instant(nanoseconds: 0)
    now = start
    isAtEnd = next == nil
    if isJudging {
      judge = TapeJudge(range: range, start: start, longestSilence: dialect.terms.liveness.longestSilence)
      watches[Self.everything] = Watch(
        symbols: [], background: [], pacer: BatchPacer(symbols: nil, tick: Self.tick))
      state.book.watch([], as: Self.everything, at: now)
    }
  }

  /// What was wrong with the tape so far, as sentences.
  public var notices: [String] {
    let lost =
      state.lost > 0
      ? ["\(state.lost) events are missing on the tape, since they could not be written in time."] : []
    return reader.notices + lost
  }

  /// How far the file was read, 0 to 1000.
  public var permille: Int { isAtEnd ? 1000 : reader.permille }

  /// The wall clock where the tape is.
  public var wall: Timestamp { header.recorded + (now - Instant(nanoseconds: 0)) }

  /// The source's clock where the tape is, as its heartbeats tell it.
  public var dataTime: Timestamp { state.book.clock.said?.now(at: now) ?? wall }

  /// The list as the tape says it last; the symbols that were subscribed when it says none; nil while it said neither.
  public var instruments: [Instrument]? {
    if state.hasList { return state.instruments }
    if state.book.slots.isEmpty { return nil }
    return state.book.slots.keys.sorted().map { Instrument(symbol: $0, name: "") }
  }

  /// How many connections were made so far.
  public var connections: Int { state.book.connections }

  /// The state of the link where the tape is.
  public var feed: FeedStatus { state.book.status }

  /// How many text messages were played.
  public var messageCount: Int { state.messageCount }

  /// What the feed counted so far.
  public var statistics: FeedStatistics { state.book.statistics(at: now) }

  /// The digest so far, and what did not hold; nil when nothing is judged.
  public var judgement: TapeJudgement? { judge?.judgement }

  // MARK: Going back

  /// Keeps places to come back to from now on: to be called at the beginning of the tape.
  ///
  /// A polled source has few messages and much that no mark could hold: its tape is played from the beginning.
  public func keepMarks() {
    guard !state.isPolled, let mark = mark(mustBeHere: true) else { return }
    marks = TapeMarks(beginning: mark)
  }

  /// Plays anew from the nearest mark before `target`: all is as if it had been played so far and no further.
  ///
  /// Every watch but the one that is judged has ended.
  ///
  /// - Returns: Whether there are marks; else nothing has changed.
  /// - Throws: ``TapeError`` when the file cannot be read on.
  public func goBack(to target: Instant) throws(TapeError) -> Bool {
    guard let mark = marks?.last(where: { $0.now <= target }) else { return false }
    reader.goBack(to: mark.reader)
    context.goBack(to: mark.context)
    (now, next, state, watches, judge) = (mark.now, mark.next, mark.state, mark.watches, mark.judge)
    isAtEnd = next == nil
    for number in watches.keys where number != Self.everything { release(number) }
    try advance(to: max(start, target))
    return true
  }

  private func mark(mustBeHere: Bool = false) -> Mark? {
    guard let place = reader.mark(mustBeHere: mustBeHere) else { return nil }
    return Mark(
      now: now, next: next, state: state, watches: watches, judge: judge, reader: place, context: context.mark
    )
  }

  private func setMark() {
    guard marks?.isWanted(at: state.messageCount) == true else { return }
    let sizes = Self.markSizes
    let limit = sizes.all / (sizes.reader + sizes.row * state.book.entries.count)
    self.marks?.set(
      mark(), at: state.messageCount,
      limit: min(max(limit, Self.markLimits.lowerBound), Self.markLimits.upperBound))
  }

  // MARK: Watching

  /// Watches from now on; the first batch holds everything known.
  public func watch(_ symbols: Set<Symbol>, background: Set<Symbol>, as number: Int, tick: Duration) {
    watches[number] = Watch(
      symbols: symbols, background: background,
      pacer: BatchPacer(symbols: symbols.union(background), tick: tick))
    state.book.watch(symbols, background: background, as: number, at: now)
    serve()
  }

  /// Ends a watch.
  public func release(_ number: Int) {
    guard watches.removeValue(forKey: number) != nil else { return }
    state.book.release(number, at: now)
  }

  // MARK: Playing

  /// Plays to that place, or until `mayGoOn` says no, which it is asked after every few events.
  ///
  /// - Throws: ``TapeError`` when the file cannot be read on.
  public func advance(to target: Instant, while mayGoOn: () -> Bool = { true }) throws(TapeError) {
    var count = 0
    while next != nil, let due = nextTime, due <= target {
      now = max(now, due)
      try playEvents()
      if let deadline = state.deadline, deadline <= now { state.wake(at: now) }
      serve()
      setMark()
      count += 1
      if count & 255 == 0, !mayGoOn() { return }
    }
    if next != nil { now = max(now, target) }
  }

  /// Whether every event was played, though a batch may still wait for its tick: see ``finish(while:)``.
  public var hasPlayedAll: Bool { next == nil }

  /// Plays to the end, and gives out what still waits for its tick.
  ///
  /// - Throws: ``TapeError`` when the file cannot be read on.
  public func finish(while mayGoOn: () -> Bool = { true }) throws(TapeError) {
    while next != nil {
      try advance(to: Instant(nanoseconds: .max), while: mayGoOn)
      if next != nil, !mayGoOn() { return }
    }
    close()
  }

  /// Ends the playing here: gives out what still waits for its tick.
  public func close() {
    let end = now + Self.tick
    next = nil
    while let due = nextTime, due <= end {
      now = max(now, due)
      if let deadline = state.deadline, deadline <= now { state.wake(at: now) }
      serve()
    }
    judge?.finish(state, at: now)
    isAtEnd = true
  }

  /// When something happens next; nil when nothing does.
  public var nextDue: Instant? { next == nil ? nil : nextTime }

  /// When something happens next.
  private var nextTime: Instant? {
    guard var time = next?.instant ?? state.deadline else { return nextServing }
    if let deadline = state.deadline { time = min(time, deadline) }
    if let serving = nextServing { time = min(time, serving) }
    return time
  }

  private var nextServing: Instant? {
    var result: Instant?
    for (number, watch) in watches {
      guard let due = watch.pacer.deadline(hasNews: state.book.hasNews(for: number)) else { continue }
      result = min(result ?? due, due)
    }
    return result
  }

  private func playEvents() throws(TapeError) {
    while let entry = next, entry.instant <= now {
      clock.set(header.recorded + (entry.instant - Instant(nanoseconds: 0)))
      let new: [Symbol]
      if var judge {
        self.judge = nil
        judge.expect(entry)
        new = state.apply(entry) { messages in judge.expect(messages, at: entry.instant) }
        judge.look(at: state, now: now)
        self.judge = judge
      } else {
        new = state.apply(entry)
      }
      if !new.isEmpty { state.book.extend(Self.everything, with: new) }
      next = try reader.next()
    }
  }

  /// Lets every watch look and give out what is due, in the order of their numbers.
  private func serve() {
    for number in watches.keys.sorted() {
      guard var watch = watches[number] else { continue }
      if watch.pacer.mayLook(at: now), let events = state.book.takeNews(for: number) {
        watch.pacer.add(events, at: now)
      }
      let batch = watch.pacer.take(at: now)
      watches[number] = watch
      guard let batch else { continue }
      if number == Self.everything {
        judge?.take(batch, at: now)
      } else {
        give(number, batch, now)
      }
    }
  }
}
