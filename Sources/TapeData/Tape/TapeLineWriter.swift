/// Writes events as lines.
enum TapeLineWriter {
  /// Appends a text message that came at that time, as one line.
  ///
  /// The bytes are UTF-8 already and stay as they are; only what JSON cannot hold in a string is escaped.
  static func append(text: some Sequence<UInt8>, at: Int64, to line: inout [UInt8]) {
    appendTime(at, to: &line)
    line.append(contentsOf: #""in":""#.utf8)
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        line.append(UInt8(ascii: "\\"))
        line.append(byte)
      case 0x00..<0x20:
        line.append(contentsOf: #"\u00"#.utf8)
        line.append(digit(byte >> 4))
        line.append(digit(byte & 15))
      default: line.append(byte)
      }
    }
    line.append(contentsOf: "\"}\n".utf8)
  }

  /// Appends what ``TapeLineContent/bytes`` gave for an event of that time, as one line.
  static func append(content: some Sequence<UInt8>, at: Int64, to line: inout [UInt8]) {
    appendTime(at, to: &line)
    line.append(contentsOf: content)
    line.append(UInt8(ascii: "\n"))
  }

  /// Appends an event as one line.
  static func append(_ event: TapeEvent, at: Int64, to line: inout [UInt8]) {
    if case .texts(let texts) = event {
      for range in texts.ranges { append(text: texts.bytes[range], at: at, to: &line) }
    } else {
      append(content: TapeLineContent(event).bytes, at: at, to: &line)
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
