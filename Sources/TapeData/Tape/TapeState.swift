import TapeDomain

/// What a tape says up to a place: the feed's own structs, driven by the tape and by its time alone.
///
/// A value: a copy is a place to come back to.
struct TapeState: Sendable {
  /// The list that was answered last.
  private(set) var instruments: [Instrument] = []
  /// Whether a list was answered.
  private(set) var hasList = false
  /// Every quote.
  var book: QuoteBook
  /// How many lines were lost when the tape was made.
  private(set) var lost = 0
  /// How many text messages came.
  private(set) var messageCount = 0
  /// Whether there is a connection.
  private(set) var isConnected = false
  /// Whether anything was said.
  private(set) var isBegun = false

  private var dialect: any FeedDialect
  private let longestSilence: Duration
  private var isHeard = false
  /// When the newest sign of life came.
  private var sign = Instant(nanoseconds: 0)
  private var messages: [FeedMessage] = []

  /// Nothing said yet, in that wire format.
  init(dialect: any FeedDialect) {
    self.dialect = dialect
    book = QuoteBook(
      maxRate: 1, cacheLimit: .max, isNumbered: dialect.terms.evidence == .numbers,
      repairsItself: dialect.terms.repairsItself, hearsPolls: false)
    longestSilence = dialect.terms.liveness.longestSilence
  }

  /// Whether the source is asked again and again instead of speaking by itself.
  var isPolled: Bool { dialect.terms.evidence == .polls }

  /// When ``wake(at:)`` has something to do.
  var deadline: Instant? {
    let silence = isConnected && book.isTimely ? sign + longestSilence : nil
    guard let deadline = book.deadline else { return silence }
    return silence.map { min($0, deadline) } ?? deadline
  }

  /// Time has passed.
  mutating func wake(at now: Instant) {
    if isConnected, book.isTimely, sign + longestSilence <= now {
      // Also when the tape does not say so, as one of a process that was stopped.
      let reason = "The server has sent nothing for \(longestSilence.components.seconds) s."
      book.change(to: .reconnecting(attempt: 1, retryAt: nil, since: now, reason: reason), at: now)
    }
    if let deadline = book.deadline, deadline <= now { book.wake(at: now) }
    _ = book.takeRequests()
  }

  /// Takes in the next event; returns the symbols that were not known before.
  mutating func apply(_ entry: TapeEntry, observe: (inout [FeedMessage]) -> Void = { _ in }) -> [Symbol] {
    let now = entry.instant
    isBegun = true
    defer { _ = book.takeRequests() }
    switch entry.event {
    case .texts(let texts):
      guard isConnected else { return [] }
      messageCount += texts.ranges.count
      messages.removeAll(keepingCapacity: true)
      dialect.decode(texts.ranges, of: texts.bytes.span, into: &messages)
      observe(&messages)
      receive(at: now)
    case .binary:
      guard isConnected else { return [] }
      messages = [.malformed(reason: "A binary message.")]
      observe(&messages)
      receive(at: now)
    case .sent(let command): return isConnected ? book.follow(command, at: now) : []
    case .connected:
      dialect.begin()
      isConnected = true
      isHeard = false
      book.replayConnection(at: now)
    case .disconnected(let how):
      isConnected = false
      guard book.isTimely || book.isLate else { return [] }
      book.change(to: .reconnecting(attempt: 1, retryAt: nil, since: now, reason: how), at: now)
    case .link(let status):
      if status == .live { (isHeard, sign) = (true, now) }
      book.change(to: status, at: now)
    case .list(let list):
      instruments = list
      hasList = true
      return list.map(\.symbol).filter { book.slots[$0] == nil }
    case .keyframe(let frame):
      isConnected = frame.isConnected
      isHeard = frame.isHeard
      sign = now
      let new = frame.rows.compactMap { Symbol($0.symbol) }.filter { book.slots[$0] == nil }
      book.restore(frame, at: now)
      dialect.resume(above: frame.rows.map(\.number).max() ?? 0)
      return new
    case .lost(let count): lose(count, at: now)
    }
    return []
  }

  /// All that is known, as lines that a tape can begin with.
  func opening(at time: Int64) -> [TapeEvent] {
    let frame = TapeKeyframe(
      connections: book.connections, isConnected: isConnected, isHeard: isHeard,
      clock: book.clock.said.map { .init(time: $0.time.nanoseconds, at: $0.instant.nanoseconds) },
      source: book.source.map { .init(name: $0.name, quality: $0.quality, simulated: $0.isSimulated) },
      rows: book.keyframeRows)
    return (hasList ? [.list(instruments)] : []) + [.keyframe(frame), .link(book.status)]
  }

  private mutating func receive(at now: Instant) {
    if messages.contains(where: \.isSignOfLife) {
      sign = now
      // LIVE begins with the first message of a connection, and comes back with one after a silence.
      if !isHeard || isSilent { book.change(to: .live, at: now) }
      isHeard = true
    }
    if !messages.isEmpty { book.receive(messages, at: now) }
  }

  /// Whether the link is down for us although the tape's connection goes on.
  private var isSilent: Bool {
    if case .reconnecting = book.status { isConnected } else { false }
  }

  /// Lines are missing: nothing is proven any more until its next snapshot.
  private mutating func lose(_ count: Int, at now: Instant) {
    lost += count
    book.loseEverything(at: now)
  }
}
