import Foundation

/// Reads lines of a tape.
enum TapeLineReader {
  /// What a line says.
  enum Line: Equatable {
    /// A text message, which was appended to the texts.
    case text(at: Int64)
    /// Anything else.
    case other(TapeEntry)
    /// It can be read, and says nothing that is known here.
    case unknown
    /// It cannot be read.
    case broken
  }

  /// The times that a line may have: 36 years, of which nothing overflows that is reckoned with them.
  private static let times: ClosedRange<Int64> = 0...(1 << 60)

  /// Reads one line without its end; a text message is appended to `texts`.
  static func read(_ line: Span<UInt8>, into texts: inout TapeTexts) -> Line {
    if let at = readText(line, into: &texts) {
      if times.contains(at) { return .text(at: at) }
      texts.removeLast()
      return .broken
    }
    let data = line.withUnsafeBufferPointer { Data(buffer: $0) }
    guard let content = try? JSONDecoder().decode(TapeLineContent.self, from: data), let at = content.at,
      times.contains(at)
    else {
      return .broken
    }
    switch content.event {
    case .texts(let own)?:
      texts.append(own.bytes[...])
      return .text(at: at)
    case let event?: return .other(TapeEntry(at: at, event: event))
    case nil: return .unknown
    }
  }

  private static let start = Array(#"{"at":"#.utf8)
  private static let middle = Array(#","in":""#.utf8)

  /// The short way for the usual line, exactly as it is written here; nil for any other, with nothing appended.
  private static func readText(_ line: Span<UInt8>, into texts: inout TapeTexts) -> Int64? {
    let count = line.count
    guard count > 20, line[count - 1] == UInt8(ascii: "}"), line[count - 2] == UInt8(ascii: "\"") else {
      return nil
    }
    for place in 0..<6 where line[place] != start[place] { return nil }
    var place = 6
    var at: Int64 = 0
    while line[place] &- 0x30 < 10, place < 25 {
      at = at &* 10 &+ Int64(line[place] & 15)
      place += 1
    }
    guard place > 6, place < 25, place + 7 <= count - 2 else { return nil }
    for offset in 0..<7 where line[place + offset] != middle[offset] { return nil }
    let before = texts.bytes.count
    guard append(line.extracting(place + 7..<count - 2), to: &texts.bytes) else {
      texts.bytes.removeLast(texts.bytes.count - before)
      return nil
    }
    texts.ranges.append(before..<texts.bytes.count)
    return at
  }

  /// Appends the text between the quotes without its escapes; false when it is not as it is written here.
  private static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(1, text.count)) { plain in
      var place = 0
      var count = 0
      while place < text.count {
        var byte = text[place]
        guard byte >= 0x20, byte != UInt8(ascii: "\"") else { return false }
        place += 1
        if byte == UInt8(ascii: "\\") {
          guard place < text.count else { return false }
          byte = text[place]
          place += 1
          if byte == UInt8(ascii: "u") {
            guard let unit = JSONText.codeUnit(at: place, of: text), unit < 0x20 else { return false }
            byte = UInt8(unit)
            place += 4
          } else if byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            return false
          }
        }
        plain[count] = byte
        count += 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: plain[..<count]))
      return true
    }
  }
}

extension TapeTexts {
  /// Adds a message.
  mutating func append(_ text: ArraySlice<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: text)
    ranges.append(start..<bytes.count)
  }

  /// Takes the last message out again.
  mutating func removeLast() {
    if let range = ranges.popLast() { bytes.removeLast(range.count) }
  }
}
