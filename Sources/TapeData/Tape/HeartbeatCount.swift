/// Moves the count that heartbeats of the native protocol carry, for a recording that is played from the middle of its
/// connection: what was sent before is not sent again.
struct HeartbeatCount {
  private var sent = 0
  private var difference: Int?

  /// The message as it has to be sent now; the first heartbeat tells where its count stood.
  mutating func move(_ text: [UInt8]) -> [UInt8] {
    defer { sent += 1 }
    guard Self.find("\"heartbeat\"", in: text) != nil, let place = Self.find("\"sent\":", in: text) else {
      return text
    }
    let start = text[place...].firstIndex { $0 != UInt8(ascii: " ") } ?? text.endIndex
    let end = text[start...].firstIndex { !(0x30...0x39).contains($0) } ?? text.endIndex
    guard let count = Int(String(decoding: text[start..<end], as: UTF8.self)) else { return text }
    if difference == nil { difference = count - sent }
    return text[..<start] + Array(String(count - (difference ?? 0)).utf8) + text[end...]
  }

  /// The place behind those words.
  private static func find(_ words: StaticString, in text: [UInt8]) -> Int? {
    let words = UnsafeRawBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount)
    return text.withUnsafeBytes { $0.place(of: words) }.map { $0 + words.count }
  }
}
