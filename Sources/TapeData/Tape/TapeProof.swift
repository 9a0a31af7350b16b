import TapeDomain

/// Works out from a tape's messages alone which prices are proven current, by the protocol's words and not by the code
/// that is judged.
struct TapeProof {
  /// How much later than the silence that its source allows itself a row may still be seen live.
  static let tolerance = Duration.milliseconds(500)

  private struct Row {
    var isSubscribed = false
    /// Whether its numbers have no hole since a snapshot.
    var isWhole = false
    /// The number of the newest message that counts.
    var number = 0
    /// The last price in units, as the messages up to that number say it.
    var last: Int?
    /// The highest number since a snapshot is outstanding.
    var floor = 0
    /// Whether a snapshot below the floor was left out already.
    var hasLowSnapshot = false
    var duplicates = 0

    mutating func lose(floor: Int) {
      isWhole = false
      self.floor = floor
      hasLowSnapshot = false
    }

    mutating func interrupt() {
      if isWhole { lose(floor: number) }
    }
  }

  /// What did not hold, as sentences.
  private(set) var violations: [String] = []
  /// How many rows were compared.
  private(set) var checks = 0

  private let longestSilence: Duration
  private var rows: [Symbol: Row] = [:]
  private var difference: Int? = 0
  private var sign: Instant?

  /// Nothing proven yet of a source that is silent for at most so long.
  init(longestSilence: Duration = LivenessTerms().longestSilence) {
    self.longestSilence = longestSilence
  }

  /// A new connection starts new numbers.
  mutating func connect() {
    rows = [:]
    difference = 0
    sign = nil
  }

  /// The tape begins in the middle of a session, with what was proven then.
  mutating func begin(with frame: TapeKeyframe, at now: Instant) {
    rows = [:]
    difference = nil
    sign = now
    for row in frame.rows {
      guard let symbol = Symbol(row.symbol) else { continue }
      rows[symbol] = Row(
        isSubscribed: row.state != "idle", isWhole: row.state == "current", number: row.number,
        last: row.quote?.last?.units)
    }
  }

  /// The link is down: nothing is proven.
  mutating func interrupt() {
    for symbol in rows.keys { rows[symbol]?.interrupt() }
  }

  /// A command went out.
  mutating func follow(_ command: FeedCommand) {
    switch command {
    case .subscribe(let symbols, _):
      for symbol in symbols where rows[symbol]?.isSubscribed != true {
        let number = rows[symbol]?.number ?? 0
        rows[symbol, default: Row()].isSubscribed = true
        rows[symbol]?.lose(floor: number)
      }
    case .unsubscribe(let symbols):
      for symbol in symbols {
        rows[symbol]?.isSubscribed = false
        rows[symbol]?.isWhole = false
      }
    case .resync: break
    }
  }

  /// Messages came.
  mutating func receive(_ messages: [FeedMessage], at now: Instant) {
    if let sign, now - sign > longestSilence { interrupt() }
    for message in messages {
      switch message {
      case .ticks(let run):
        for tick in run { receive(tick.sequence, of: tick.symbol, last: .set(tick.last)) }
      case .update(let patch):
        receive(patch.sequence, of: patch.symbol, last: patch.last)
        if !Self.isReadable(patch) { rows[patch.symbol]?.lose(floor: patch.sequence) }
      case .snapshot(let patch): receive(snapshot: patch)
      case .heartbeat(_, let sent?, let received):
        let before = difference
        difference = sent &- received
        if let before, before != difference { interrupt() }
      case .malformed(_, let symbol?): rows[symbol]?.interrupt()
      case .lost(let symbols): for symbol in symbols { rows[symbol]?.interrupt() }
      case .error(_, let symbol?, _):
        // Not asked again, but a snapshot of it would be believed.
        rows[symbol]?.isWhole = false
        rows[symbol]?.floor = 0
      default: break
      }
      if message.isSignOfLife { sign = now }
    }
  }

  /// Compares a row with what is proven of it.
  mutating func check(_ symbol: Symbol, _ live: LiveQuote, isLinkLive: Bool, at now: Instant) {
    checks += 1
    let row = rows[symbol]
    let isProven = isLinkLive && row?.isSubscribed == true && row?.isWhole == true
    guard live.isLive, let quote = live.quote else {
      if isProven { report("\(symbol) is not live at \(Self.time(now)), though its numbers prove it.") }
      return
    }
    guard isProven, let row else { return report("\(symbol) is live at \(Self.time(now)) without proof.") }
    if quote.sequence != row.number {
      report(
        "\(symbol) is live with number \(quote.sequence) at \(Self.time(now)), and \(row.number) is the newest."
      )
    }
    if quote.last?.minorUnits != row.last {
      report("\(symbol) has another price at \(Self.time(now)) than was said.")
    }
    if let sign, now - sign > longestSilence + Self.tolerance {
      report("\(symbol) is live at \(Self.time(now)) after a silence.")
    }
  }

  private mutating func receive(_ number: Int, of symbol: Symbol, last: QuotePatch.Field<Int>) {
    guard var row = rows[symbol], row.isSubscribed else { return }
    defer { rows[symbol] = row }
    guard row.isWhole else {
      row.floor = max(row.floor, number)
      return
    }
    if number == row.number &+ 1 {
      row.number = number
      row.last = last.applied(to: row.last)
      row.duplicates = 0
    } else if number <= row.number {
      row.duplicates += 1
      // The source numbers anew.
      if row.duplicates == 3 { row.lose(floor: number) }
    } else {
      row.lose(floor: number)
    }
  }

  private mutating func receive(snapshot patch: QuotePatch) {
    guard var row = rows[patch.symbol], row.isSubscribed, PricedQuote(snapshot: patch) != nil else { return }
    defer { rows[patch.symbol] = row }
    if row.isWhole {
      if patch.sequence < row.number { return }
    } else if patch.sequence < row.floor, !row.hasLowSnapshot {
      row.hasLowSnapshot = true
      return
    }
    row.isWhole = true
    row.number = patch.sequence
    row.last = patch.last.applied(to: nil)
    row.duplicates = 0
  }

  private mutating func report(_ sentence: String) {
    if violations.count < BatchOracle.limit { violations.append(sentence) }
  }

  private static func isReadable(_ patch: QuotePatch) -> Bool {
    if let scale = patch.scale { return (0...Money.maximumScale).contains(scale) }
    return patch.currency.map { CurrencyExponent.of($0) != nil } ?? true
  }

  private static func time(_ now: Instant) -> String { "\(now.nanoseconds / 1_000_000) ms" }
}
