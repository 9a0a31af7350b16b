/// The newest events, bounded in size and in age; what is too old is handed on, so that somebody may remember what it
/// came to.
struct FlightRing: Sendable {
  /// The most bytes that are kept.
  static let maximumSize = 8 << 20
  /// The oldest event that is kept, in nanoseconds: five minutes.
  static let maximumAge: Int64 = 300_000_000_000

  private static let pieceSize = 64 << 10
  /// A piece holds no more than so much time, since only whole ones are given up.
  private static let pieceAge: Int64 = 10_000_000_000

  private var closed: [FlightPiece] = []
  /// The number of the first closed piece, and of the first that is not compressed.
  private var firstNumber = 0
  private var plainNumber = 0
  private var open = TapeRecords(capacity: pieceSize)
  private var size = 0

  /// The events that are kept, oldest first.
  var pieces: [FlightPiece] { closed + (open.count > 0 ? [FlightPiece(open)] : []) }

  /// Whether something came since the last piece was closed.
  var isOpen: Bool { open.count > 0 }

  /// Whether an event of so many bytes at that time belongs to a new piece.
  func mustClose(for count: Int, at: Int64) -> Bool {
    open.count > 0 && (open.size + count > Self.pieceSize || at - open.first > Self.pieceAge)
  }

  /// Ends the open piece, which is not changed any more; what it holds.
  mutating func close() -> TapeRecords {
    let records = open.trimmed()
    open = TapeRecords(capacity: Self.pieceSize)
    closed.append(FlightPiece(records))
    size += records.size
    return records
  }

  /// Adds an event; returns what is given up for it.
  mutating func append(_ kind: TapeRecords.Kind, _ payload: ArraySlice<UInt8>, at: Int64) -> [FlightPiece] {
    open.append(kind, payload, at: at)
    guard let oldest = closed.first,
      size + open.size > Self.maximumSize || at - oldest.last > Self.maximumAge
    else { return [] }
    var count = 0
    while count < closed.count,
      size + open.size > Self.maximumSize || at - closed[count].last > Self.maximumAge
    {
      size -= closed[count].size
      count += 1
    }
    let old = Array(closed[..<count])
    closed.removeFirst(count)
    firstNumber += count
    plainNumber = max(plainNumber, firstNumber)
    return old
  }

  /// Forgets the closed pieces.
  mutating func forgetClosed() {
    firstNumber += closed.count
    plainNumber = firstNumber
    closed = []
    size = 0
  }

  // MARK: Compressing

  /// The oldest piece that is not compressed, and its number; nil when there is none.
  var plain: (number: Int, piece: FlightPiece)? {
    let place = plainNumber - firstNumber
    return place < closed.count ? (plainNumber, closed[place]) : nil
  }

  /// Keeps that instead of the piece of that number, unless it was given up.
  mutating func replace(_ number: Int, with piece: FlightPiece) {
    plainNumber = max(plainNumber, number + 1)
    guard number >= firstNumber else { return }
    size += piece.size - closed[number - firstNumber].size
    closed[number - firstNumber] = piece
  }
}
