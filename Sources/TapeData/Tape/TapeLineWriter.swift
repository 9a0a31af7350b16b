/// Writes events as lines.
enum TapeLineWriter {
  /// How many bytes of a text are escaped at a time, on the stack.
  private static let step = 128
  /// The most bytes that stand for one byte.
  private static let longestEscape = 6

  /// Appends a text message that came at that time, as one line.
  static func append(text: ArraySlice<UInt8>, at: Int64, to line: inout [UInt8]) {
    append(text: text, head: textHead(at: at), to: &line)
  }

  /// What stands before each text message of that time.
  static func textHead(at: Int64) -> [UInt8] { Array("{\"at\":\(at),\"in\":\"".utf8) }

  /// Appends a text message after ``textHead(at:)``.
  ///
  /// The bytes are UTF-8 already and stay as they are; only what JSON cannot hold in a string is escaped.
  static func append(text: ArraySlice<UInt8>, head: [UInt8], to line: inout [UInt8]) {
    line.append(contentsOf: head)
    text.withUnsafeBufferPointer { text in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: step * longestEscape) { room in
        var place = 0
        while place < text.count {
          let end = min(text.count, place + step)
          let count = escape(UnsafeBufferPointer(rebasing: text[place..<end]), into: room)
          line.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<count]))
          place = end
        }
      }
    }
    line.append(contentsOf: "\"}\n".utf8)
  }

  /// Writes those bytes as a JSON string has them; returns how many they became.
  private static func escape(_ text: UnsafeBufferPointer<UInt8>, into room: UnsafeMutableBufferPointer<UInt8>)
    -> Int
  {
    var count = 0
    for byte in text {
      if byte < 0x20 {
        for unit in #"\u00"#.utf8 {
          room[count] = unit
          count += 1
        }
        room[count] = digit(byte >> 4)
        room[count + 1] = digit(byte & 15)
        count += 2
      } else {
        // Quotes come every few bytes: written before each byte and left there where it is needed, with nothing to guess.
        room[count] = UInt8(ascii: "\\")
        count += byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0
        room[count] = byte
        count += 1
      }
    }
    return count
  }

  /// Appends what ``TapeLineContent/bytes`` gave for an event of that time, as one line.
  static func append(content: ArraySlice<UInt8>, at: Int64, to line: inout [UInt8]) {
    appendTime(at, to: &line)
    line.append(contentsOf: content)
    line.append(UInt8(ascii: "\n"))
  }

  /// Appends an event as one line.
  static func append(_ event: TapeEvent, at: Int64, to line: inout [UInt8]) {
    if case .texts(let texts) = event {
      for range in texts.ranges { append(text: texts.bytes[range], at: at, to: &line) }
    } else {
      append(content: TapeLineContent(event).bytes[...], at: at, to: &line)
    }
  }

  private static func appendTime(_ at: Int64, to line: inout [UInt8]) {
    line.append(contentsOf: #"{"at":"#.utf8)
    line.append(contentsOf: String(at).utf8)
    line.append(UInt8(ascii: ","))
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }
}
