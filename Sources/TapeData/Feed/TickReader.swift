import TapeDomain

/// Reads the update that a fast market sends most, `type`, `symbol`, `seq`, `last` and `time` in any order.
///
/// A short way for one shape of frame: whatever is not exactly that shape is left to ``TapeFrame``, which reads all
/// of them, says what is wrong with them, and is what the tests compare this with.
struct TickReader {
  /// The names of the fields as the bytes of a little-endian word.
  private enum Name {
    static let type: UInt64 = 0x6570_7974
    static let symbol: UInt64 = 0x6C_6F62_6D79_73
    static let seq: UInt64 = 0x71_6573
    static let last: UInt64 = 0x7473_616C
    static let time: UInt64 = 0x656D_6974
  }

  /// The names with their quotes and the colon, as nearly all servers write them.
  private enum Head {
    static let type: UInt64 = 0x3A_2265_7079_7422
    static let seq: UInt64 = 0x3A22_7165_7322
    static let last: UInt64 = 0x3A_2274_7361_6C22
    static let time: UInt64 = 0x3A_2265_6D69_7422
    static let symbol: UInt64 = 0x226C_6F62_6D79_7322
  }

  /// The fields that were read, one bit each.
  private struct Fields: OptionSet {
    let rawValue: UInt8
    static let type = Fields(rawValue: 1)
    static let symbol = Fields(rawValue: 2)
    static let seq = Fields(rawValue: 4)
    static let last = Fields(rawValue: 8)
    static let time = Fields(rawValue: 16)
    static let all: Fields = [.type, .symbol, .seq, .last, .time]
  }

  /// `"update"` as the bytes of a little-endian word.
  private static let update: UInt64 = 0x2265_7461_6470_7522

  private var place = 0

  /// The tick that a frame says; nil when the frame has another shape or is not good.
  static func tick(in bytes: Span<UInt8>, times: inout RFC3339Reader) -> QuoteTick? {
    var reader = TickReader()
    return reader.read(bytes, times: &times)
  }

  @inline(__always)
  private mutating func read(_ bytes: Span<UInt8>, times: inout RFC3339Reader) -> QuoteTick? {
    var fields: Fields = []
    var symbol: Symbol?
    var time: Timestamp?
    var sequence = 0
    var last = 0
    guard take(UInt8(ascii: "{"), in: bytes) else { return nil }
    repeat {
      guard let name = takeHead(in: bytes) else { return nil }
      let field: Fields
      switch name {
      case Name.type:
        field = .type
        guard takeUpdate(in: bytes) else { return nil }
      case Name.symbol:
        field = .symbol
        guard let read = takeSymbol(in: bytes) else { return nil }
        symbol = read
      case Name.seq:
        field = .seq
        guard let read = takeInteger(in: bytes) else { return nil }
        sequence = read
      case Name.last:
        field = .last
        guard let read = takeInteger(in: bytes) else { return nil }
        last = read
      case Name.time:
        field = .time
        guard let text = takeText(in: bytes), let read = times.timestamp(of: bytes.extracting(text)) else {
          return nil
        }
        time = read
      default: return nil
      }
      guard fields.insert(field).inserted else { return nil }
    } while take(UInt8(ascii: ","), in: bytes)
    guard take(UInt8(ascii: "}"), in: bytes), place == bytes.count, fields == .all, sequence > 0, let symbol,
      let time
    else { return nil }
    return QuoteTick(symbol: symbol, sequence: sequence, time: time, last: last)
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  @inline(__always)
  private mutating func skipSpace(in bytes: Span<UInt8>) {
    while place < bytes.count, bytes[place] == 0x20 { place += 1 }
  }

  /// Reads a name with its quotes and what stands between it and its value.
  @inline(__always)
  private mutating func takeHead(in bytes: Span<UInt8>) -> UInt64? {
    guard place + 9 <= bytes.count else { return nil }
    let word = word(at: place, in: bytes)
    let seven = word & 0xFF_FFFF_FFFF_FFFF
    let name: UInt64
    if seven == Head.last {
      name = Name.last
    } else if seven == Head.time {
      name = Name.time
    } else if seven == Head.type {
      name = Name.type
    } else if seven & 0xFFFF_FFFF_FFFF == Head.seq {
      place += 6
      return bytes[place] == 0x20 ? afterSpace(Name.seq, in: bytes) : Name.seq
    } else if word == Head.symbol, bytes[place + 8] == UInt8(ascii: ":") {
      place += 9
      return afterSpace(Name.symbol, in: bytes)
    } else {
      return takeAnyHead(in: bytes)
    }
    place += 7
    return bytes[place] == 0x20 ? afterSpace(name, in: bytes) : name
  }

  private mutating func takeAnyHead(in bytes: Span<UInt8>) -> UInt64? {
    skipSpace(in: bytes)
    guard let name = takeName(in: bytes), take(UInt8(ascii: ":"), in: bytes) else { return nil }
    return afterSpace(name, in: bytes)
  }

  @inline(__always)
  private mutating func afterSpace(_ name: UInt64, in bytes: Span<UInt8>) -> UInt64 {
    skipSpace(in: bytes)
    return name
  }

  /// Reads a name of at most seven characters with its quotes.
  private mutating func takeName(in bytes: Span<UInt8>) -> UInt64? {
    guard place + 9 <= bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
    let word = word(at: place + 1, in: bytes)
    let end = Self.firstByte(UInt8(ascii: "\""), in: word)
    guard end < 8 else { return nil }
    place += end + 2
    return word & ((1 << UInt64(end * 8)) &- 1)
  }

  @inline(__always)
  private mutating func takeUpdate(in bytes: Span<UInt8>) -> Bool {
    guard place + 8 <= bytes.count, word(at: place, in: bytes) == Self.update else { return false }
    place += 8
    return true
  }

  /// Reads a symbol of at most seven characters with its quotes, or a longer one.
  @inline(__always)
  private mutating func takeSymbol(in bytes: Span<UInt8>) -> Symbol? {
    guard place + 9 <= bytes.count else { return takeLongSymbol(in: bytes) }
    guard bytes[place] == UInt8(ascii: "\"") else { return nil }
    let word = word(at: place + 1, in: bytes)
    let length = Self.firstByte(UInt8(ascii: "\""), in: word)
    // A backslash may be in a symbol, but in JSON it is the begin of an escape.
    guard Self.firstByte(UInt8(ascii: "\\"), in: word) >= length else { return nil }
    guard length < 8 else { return takeLongSymbol(in: bytes) }
    place += length + 2
    return Symbol(word: word & ((1 << UInt64(length * 8)) &- 1), length: length)
  }

  private mutating func takeLongSymbol(in bytes: Span<UInt8>) -> Symbol? {
    guard let text = takeText(in: bytes) else { return nil }
    for offset in text where bytes[offset] == UInt8(ascii: "\\") { return nil }
    return Symbol(utf8: bytes.extracting(text))
  }

  /// Reads a string without escapes, of which the place of its characters is returned.
  ///
  /// Only its end is looked for: a backslash or a control character is refused by whoever reads the characters.
  @inline(__always)
  private mutating func takeText(in bytes: Span<UInt8>) -> Range<Int>? {
    guard take(UInt8(ascii: "\""), in: bytes) else { return nil }
    let start = place
    while place + 8 <= bytes.count {
      let end = Self.firstByte(UInt8(ascii: "\""), in: word(at: place, in: bytes))
      place += end
      if end < 8 {
        defer { place += 1 }
        return start..<place
      }
    }
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") { place += 1 }
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return start..<place
  }

  /// Reads an integer of at most 18 digits without a sign of its own, a leading zero or a fraction behind it.
  @inline(__always)
  private mutating func takeInteger(in bytes: Span<UInt8>) -> Int? {
    if let value = takeFewDigits(in: bytes) { return value }
    let isNegative = take(UInt8(ascii: "-"), in: bytes)
    let start = place
    var value = 0
    while place < bytes.count, bytes[place] &- 0x30 < 10 {
      value = value &* 10 &+ Int(bytes[place] & 0x0F)
      place += 1
    }
    let digits = place - start
    guard digits > 0, digits <= 18, digits == 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
    // What may follow is looked at by the caller: a point or an exponent is neither a comma nor a brace.
    return isNegative ? -value : value
  }

  /// Reads one to seven digits, all in one word: a third of the time of one after the other. Nil, with nothing read, when
  /// it is anything else.
  @inline(__always)
  private mutating func takeFewDigits(in bytes: Span<UInt8>) -> Int? {
    guard place + 8 <= bytes.count else { return nil }
    // Digits become 0 to 9, and everything else has a bit in its upper half, or gets one from the addition.
    let digits = word(at: place, in: bytes) ^ 0x3030_3030_3030_3030
    let others = (digits | (digits &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0
    let count = others.trailingZeroBitCount / 8
    guard (1...7).contains(count), count == 1 || digits & 0xFF != 0 else { return nil }
    place += count
    // Zeros before the first digit, then neighbours are joined: to four numbers below 100, to two, to one.
    let whole = digits << UInt64(64 - count * 8)
    let pairs = whole &* 10 &+ (whole >> 8)
    let even = (pairs & 0xFF_0000_00FF) &* 0x000F_4240_0000_0064
    let odd = ((pairs >> 16) & 0xFF_0000_00FF) &* 0x0000_2710_0000_0001
    return Int((even &+ odd) >> 32)
  }

  @inline(__always)
  private func word(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
    // In bounds: every caller has looked at the count. There is no safe load of a word yet.
    UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// How many bytes of the word come before the first of that value; 8 without one.
  @inline(__always)
  private static func firstByte(_ byte: UInt8, in word: UInt64) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let others = word ^ (ones &* UInt64(byte))
    let matches = (others &- ones) & ~others & (ones &* 0x80)
    return matches.trailingZeroBitCount / 8
  }
}
