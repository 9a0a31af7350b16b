/// The newest events, bounded in size and in age; what is too old is handed on, so that somebody may remember what it
/// came to.
struct FlightRing: Sendable {
  /// The most bytes that are kept.
  static let maximumSize = 8 << 20
  /// The oldest event that is kept, in nanoseconds: five minutes.
  static let maximumAge: Int64 = 300_000_000_000

  private static let chunkSize = 64 << 10
  /// A chunk holds no more than so much time, since only whole ones are given up.
  private static let chunkAge: Int64 = 10_000_000_000

  private var chunks: [TapeRecords] = []
  private var open = TapeRecords(capacity: chunkSize)
  private var size = 0

  /// The events that are kept, oldest first.
  var records: [TapeRecords] { chunks + (open.count > 0 ? [open] : []) }

  /// Adds an event; returns what is given up for it.
  mutating func append(_ kind: TapeRecords.Kind, _ payload: ArraySlice<UInt8>, at: Int64) -> [TapeRecords] {
    if open.count > 0, open.size + payload.count > Self.chunkSize || at - open.first > Self.chunkAge {
      chunks.append(open)
      size += open.size
      open = TapeRecords(capacity: Self.chunkSize)
    }
    open.append(kind, payload, at: at)
    var count = 0
    var rest = size + open.size
    while count < chunks.count, rest > Self.maximumSize || at - chunks[count].last > Self.maximumAge {
      rest -= chunks[count].size
      count += 1
    }
    guard count > 0 else { return [] }
    let old = Array(chunks[..<count])
    chunks.removeFirst(count)
    size = rest - open.size
    return old
  }
}
