import TapeDomain

/// Makes the digest of a tape's batches and holds them to what the tape's messages prove.
struct TapeJudge {
  /// How often every row is compared with its proof.
  private static let spacing = Duration.seconds(1)

  private let range: ClosedRange<Instant>?
  private var digest = BatchDigest()
  private var oracle = BatchOracle(watched: nil, tick: TapePlayer.tick, allowsRenumbering: true)
  private var proof: TapeProof
  private var batches = 0
  private var nextLook: Instant

  /// A judge of a tape that begins at `start`; the digest is about the batches in `range`, counted from there.
  ///
  /// `longestSilence` is what the tape's source allows itself.
  init(range: ClosedRange<Duration>?, start: Instant, longestSilence: Duration) {
    proof = TapeProof(longestSilence: longestSilence)
    self.range = range.map { start + $0.lowerBound...start + $0.upperBound }
    nextLook = start + Self.spacing
  }

  /// What was found so far.
  var judgement: TapeJudgement {
    TapeJudgement(
      digest: digest.text, batches: batches, checks: proof.checks,
      violations: oracle.violations + proof.violations)
  }

  /// An event is about to be played.
  mutating func expect(_ entry: TapeEntry) {
    switch entry.event {
    case .connected: proof.connect()
    case .disconnected: proof.interrupt()
    case .sent(let command): proof.follow(command)
    case .keyframe(let frame): proof.begin(with: frame, at: entry.instant)
    case .lost: proof.interrupt()
    case .link(let status):
      switch status {
      case .live, .late, .connecting: break
      case .reconnecting, .suspended, .refused: proof.interrupt()
      }
    case .texts, .binary, .list: break
    }
  }

  /// Messages are about to be played.
  mutating func expect(_ messages: [FeedMessage], at now: Instant) {
    proof.receive(messages, at: now)
  }

  /// Compares every row with its proof, once a second.
  mutating func look(at state: TapeState, now: Instant) {
    guard now >= nextLook else { return }
    nextLook = now + Self.spacing
    compare(state, at: now)
  }

  /// Takes a batch of the watch of everything.
  mutating func take(_ batch: QuoteBatch, at now: Instant) {
    oracle.observe(batch, at: now)
    guard range?.contains(now) ?? true else { return }
    batches += 1
    digest.add(batch, at: now)
  }

  /// The tape is over.
  mutating func finish(_ state: TapeState, at now: Instant) {
    compare(state, at: now)
  }

  private mutating func compare(_ state: TapeState, at now: Instant) {
    let isLive = state.book.isTimely
    for slot in state.book.slots.values {
      let (symbol, row) = state.book.look(slot)
      proof.check(symbol, row, isLinkLive: isLive, at: now)
    }
  }
}
