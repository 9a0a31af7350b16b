import TapeDomain

/// Remembers the symbols that were read, so that a known one costs no new string.
///
/// A cache of fixed size, not an index: a source that names endless symbols makes it forget, never grow.
struct SymbolTable {
  private static let capacity = 2_048
  private static let probes = 4

  private var slots = [Symbol?](repeating: nil, count: capacity)

  /// The symbol of those bytes, or nil when they are none.
  mutating func symbol(of bytes: Span<UInt8>) -> Symbol? {
    let home = Self.hash(bytes)
    var vacant = home
    for probe in 0..<Self.probes {
      let slot = (home + probe) % Self.capacity
      guard let known = slots[slot] else {
        vacant = slot
        break
      }
      if Self.isText(of: known, bytes) { return known }
    }
    guard let symbol = Symbol(bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }) else {
      return nil
    }
    slots[vacant] = symbol
    return symbol
  }

  private static func isText(of symbol: Symbol, _ bytes: Span<UInt8>) -> Bool {
    let text = symbol.text.utf8.span
    guard text.count == bytes.count else { return false }
    for offset in 0..<text.count where text[offset] != bytes[offset] { return false }
    return true
  }

  /// FNV-1a, folded to a slot.
  private static func hash(_ bytes: Span<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for offset in 0..<bytes.count { hash = (hash ^ UInt64(bytes[offset])) &* 0x0000_0100_0000_01B3 }
    return Int(truncatingIfNeeded: (hash ^ hash >> 32) % UInt64(capacity))
  }
}
