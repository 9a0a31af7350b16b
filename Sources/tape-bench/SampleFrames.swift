/// Updates of the native protocol as a server sends them, one after the other.
struct SampleFrames {
  /// The payloads, end to end.
  private(set) var bytes: [UInt8] = []
  /// Where each payload is.
  private(set) var ranges: [Range<Int>] = []

  /// So many updates in turns over so many symbols.
  init(updates: Int, symbols: Int) {
    var price = 0
    for number in 0..<updates {
      price = (price &* 31 &+ 7) % 1_009
      let text =
        #"{"type":"update","symbol":"S\#(10_000 + number % symbols)","seq":\#(2 + number / symbols),"#
        + #""last":\#(18_000 + price),"time":"2026-11-29T14:03:21.\#(100 + number % 900)Z"}"#
      let start = bytes.count
      bytes += text.utf8
      ranges.append(start..<bytes.count)
    }
  }

  /// The payloads in unmasked WebSocket frames, as a server sends them.
  var framed: [UInt8] {
    var framed: [UInt8] = []
    for range in ranges {
      framed.append(0x81)
      if range.count < 126 {
        framed.append(UInt8(range.count))
      } else {
        framed += [126, UInt8(range.count >> 8), UInt8(range.count & 0xFF)]
      }
      framed += bytes[range]
    }
    return framed
  }
}
