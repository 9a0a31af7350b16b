import TapeDomain

/// What the ring of the last minutes gave up and nobody has looked at yet; a plain struct, bounded.
///
/// When more waits than fits, the messages among it are lost and counted. What says how the link went on is kept: it is rare,
/// and without it nobody would know what later messages mean.
struct FlightBacklog: Sendable {
  /// How many pieces may wait before they should be looked at without delay, and before messages are lost.
  static let hurriedPieces = 16
  static let maximumPieces = 128
  /// The most bytes of what is kept of lost pieces.
  static let maximumKept = 1 << 20

  private var pieces: [FlightPiece] = []
  /// How many events were lost, and the time of the first of them.
  private(set) var lost = 0
  private var lostSince: Int64 = 0
  /// What was kept of lost pieces.
  private var kept = TapeRecords()

  /// Whether there is nothing to look at.
  var isEmpty: Bool { pieces.isEmpty && kept.count == 0 && lost == 0 }
  /// Whether so much waits that it should be looked at without delay.
  var isPressing: Bool { pieces.count >= Self.hurriedPieces }

  /// Adds what the ring gave up.
  mutating func add(_ old: [FlightPiece]) {
    guard !old.isEmpty else { return }
    pieces += old
    guard pieces.count > Self.maximumPieces else { return }
    if lost == 0 { lostSince = pieces[0].first }
    for piece in pieces { lose(piece) }
    pieces = []
  }

  /// Takes all of it, in order: what was lost is said first.
  mutating func take() -> [FlightPiece] {
    defer { self = FlightBacklog() }
    guard lost > 0 else { return pieces }
    var gap = TapeRecords()
    gap.append(.content, TapeLineContent(.lost(lost)).bytes[...], at: lostSince)
    return [FlightPiece(gap), FlightPiece(kept)] + pieces
  }

  private mutating func lose(_ piece: FlightPiece) {
    let records = piece.records
    records.forEach { kind, at, place in
      guard kind == .content, kept.size + place.count <= Self.maximumKept else {
        lost += 1
        return
      }
      kept.append(.content, records.bytes[place], at: at)
    }
  }
}
