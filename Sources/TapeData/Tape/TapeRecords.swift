import TapeDomain

/// Events one after the other as plain bytes: what a burst is copied into on the socket thread, in one go.
///
/// A record is a kind, a time, a length and so many bytes. What it is on a tape is worked out elsewhere, later.
struct TapeRecords: Sendable {
  /// What the bytes of a record are.
  enum Kind: UInt8 {
    /// A text message.
    case text
    /// ``TapeLineContent/bytes``.
    case content
  }

  private static let headSize = 13

  /// All records.
  private(set) var bytes: [UInt8] = []
  /// How many there are.
  private(set) var count = 0
  /// The time of the first and of the last.
  private(set) var first: Int64 = 0
  private(set) var last: Int64 = 0

  /// No records, with room for so many bytes.
  init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// How many bytes the records take.
  var size: Int { bytes.count }

  /// Adds a record.
  mutating func append(_ kind: Kind, _ payload: ArraySlice<UInt8>, at: Int64) {
    if count == 0 { first = at }
    last = at
    count += 1
    bytes.append(kind.rawValue)
    withUnsafeBytes(of: at) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(payload.count)) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: payload)
  }

  /// Adds all records of another.
  mutating func append(_ other: TapeRecords) {
    if other.count == 0 { return }
    if count == 0 { first = other.first }
    last = other.last
    count += other.count
    bytes.append(contentsOf: other.bytes)
  }

  /// Forgets all, and keeps the room.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Calls `body` with each record: its kind, its time and the place of its bytes.
  func forEach(_ body: (Kind, Int64, Range<Int>) -> Void) {
    var place = 0
    bytes.withUnsafeBytes { raw in
      while place + Self.headSize <= raw.count {
        let kind = Kind(rawValue: raw[place]) ?? .content
        let at = raw.loadUnaligned(fromByteOffset: place + 1, as: Int64.self)
        let length = Int(raw.loadUnaligned(fromByteOffset: place + 9, as: UInt32.self))
        body(kind, at, place + Self.headSize..<place + Self.headSize + length)
        place += Self.headSize + length
      }
    }
  }

  /// Appends all records as lines.
  func appendLines(to lines: inout [UInt8]) {
    forEach { kind, at, place in
      switch kind {
      case .text: TapeLineWriter.append(text: bytes[place], at: at, to: &lines)
      case .content: TapeLineWriter.append(content: bytes[place], at: at, to: &lines)
      }
    }
  }

  /// Calls `body` with the events; messages of one read are one event.
  func forEachEvent(_ body: (TapeEntry) -> Void) {
    var texts = TapeTexts()
    var textsAt: Int64 = 0
    func flush() {
      if texts.ranges.isEmpty { return }
      body(TapeEntry(at: textsAt, event: .texts(texts)))
      texts = TapeTexts()
    }
    forEach { kind, at, place in
      if kind == .content || at != textsAt { flush() }
      switch kind {
      case .text:
        textsAt = at
        texts.append(bytes[place])
      case .content:
        var none = TapeTexts()
        let line = Array("{".utf8) + #""at":\#(at),"#.utf8 + bytes[place]
        if case .other(let entry) = TapeLineReader.read(line.span, into: &none) { body(entry) }
      }
    }
    flush()
  }
}
