/// An IPv4 or IPv6 address that is written as one, without a name to look up.
struct IPLiteral: Equatable, Sendable {
  /// Four bytes (IPv4) or sixteen (IPv6), in network order.
  let bytes: [UInt8]

  /// The address of those bytes; nil unless there are four or sixteen.
  init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads `192.0.2.1` or `2001:db8::1` (RFC 4291 §2.2), without brackets and without a zone.
  init?(_ text: some StringProtocol) {
    guard let bytes = text.contains(":") ? Self.v6(text) : Self.v4(text) else { return nil }
    self.bytes = bytes
  }

  /// Whether the first `count` bits are those of `other`; never for an address of the other family.
  func shares(prefix count: Int, with other: IPLiteral) -> Bool {
    guard bytes.count == other.bytes.count, count <= bytes.count * 8 else { return false }
    let whole = count / 8
    guard bytes[..<whole] == other.bytes[..<whole] else { return false }
    return count % 8 == 0 || (bytes[whole] ^ other.bytes[whole]) >> (8 - count % 8) == 0
  }

  private static func v4(_ text: some StringProtocol) -> [UInt8]? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 3 ? Int(decimal: $0).flatMap(UInt8.init(exactly:)) : nil }
    return parts.count == 4 && numbers.count == 4 ? numbers : nil
  }

  private static func v6(_ text: some StringProtocol) -> [UInt8]? {
    let text = String(text)
    guard let gap = text.firstRange(of: "::") else {
      let bytes = groups(text[...])
      return bytes?.count == 16 ? bytes : nil
    }
    // One gap stands for at least one group of zeros.
    guard let head = groups(text[..<gap.lowerBound], endingInV4: false),
      let tail = groups(text[gap.upperBound...]),
      head.count + tail.count <= 14
    else { return nil }
    return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  /// Groups of up to four hexadecimal digits, the last of which may be an IPv4 address.
  private static func groups(_ text: Substring, endingInV4: Bool = true) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if endingInV4, index == parts.count - 1, part.contains("."), let tail = v4(part) {
        bytes += tail
      } else if (1...4).contains(part.utf8.count), part.utf8.allSatisfy(\.isHexadecimalDigit),
        let group = UInt16(part, radix: 16)
      {
        bytes += [UInt8(group >> 8), UInt8(truncatingIfNeeded: group)]
      } else {
        return nil
      }
    }
    return bytes
  }
}
