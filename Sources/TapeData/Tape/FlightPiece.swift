import TapeDomain

/// Events of the last minutes that are complete: as they came, or compressed once there was time for it.
struct FlightPiece: Sendable {
  private enum Content: Sendable {
    case plain(TapeRecords)
    case packed([UInt8])
  }

  /// How many events it holds, and the time of the first and of the last.
  let count: Int
  let first: Int64
  let last: Int64
  private let content: Content

  /// The records as they came.
  init(_ records: TapeRecords) {
    self.init(of: records, .plain(records))
  }

  private init(of records: TapeRecords, _ content: Content) {
    (count, first, last) = (records.count, records.first, records.last)
    self.content = content
  }

  /// How many bytes it takes.
  var size: Int {
    switch content {
    case .plain(let records): records.size
    case .packed(let bytes): bytes.count
    }
  }

  /// Whether it is compressed.
  var isPacked: Bool {
    if case .packed = content { true } else { false }
  }

  /// The events.
  var records: TapeRecords {
    switch content {
    case .plain(let records): return records
    case .packed(let packed):
      var bytes: [UInt8] = []
      // What was compressed here can be read here.
      _ = GzipReader()?.decompress(packed[...], into: &bytes)
      return TapeRecords(bytes: bytes, count: count, first: first, last: last)
    }
  }

  /// The same compressed; nil when there is no memory for that.
  func packed() -> FlightPiece? {
    guard case .plain(let records) = content else { return self }
    return GzipWriter().map { FlightPiece(of: records, .packed($0.compress(records.bytes, .finish))) }
  }
}
