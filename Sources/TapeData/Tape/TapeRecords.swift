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

  /// The records that those bytes hold.
  init(bytes: [UInt8], count: Int, first: Int64, last: Int64) {
    self.bytes = bytes
    (self.count, self.first, self.last) = (count, first, last)
  }

  /// How many bytes the records take.
  var size: Int { bytes.count }

  /// Adds a record.
  mutating func append(_ kind: Kind, _ payload: ArraySlice<UInt8>, at: Int64) {
    if count == 0 { first = at }
    last = at
    count += 1
    withUnsafeTemporaryAllocation(byteCount: Self.headSize, alignment: 1) { head in
      head.storeBytes(of: kind.rawValue, as: UInt8.self)
      head.storeBytes(of: at, toByteOffset: 1, as: Int64.self)
      head.storeBytes(of: UInt32(payload.count), toByteOffset: 9, as: UInt32.self)
      bytes.append(contentsOf: head)
    }
    bytes.append(contentsOf: payload)
  }

  /// The same without much room to spare.
  func trimmed() -> TapeRecords {
    if bytes.capacity - bytes.count < bytes.capacity / 4 { return self }
    return TapeRecords(bytes: bytes.withUnsafeBytes { Array($0) }, count: count, first: first, last: last)
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
    // The messages of one read have the same time, which is written once.
    var head: [UInt8] = []
    var headAt: Int64?
    forEach { kind, at, place in
      switch kind {
      case .text:
        if at != headAt { (head, headAt) = (TapeLineWriter.textHead(at: at), at) }
        TapeLineWriter.append(text: bytes[place], head: head, to: &lines)
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
