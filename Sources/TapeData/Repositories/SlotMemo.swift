import TapeDomain

/// Remembers at which slots symbols were found, so that a burst does not hash each symbol anew.
///
/// A guess, never an answer: whoever asks compares the symbol at the slot. A look-up in the dictionary takes five times
/// as long, since its hash withstands keys that an attacker chose. There are at least four places for each symbol, up to
/// what a core's cache holds, and each symbol may stand at one of four: with one place each of a fixed few, most of
/// 5,000 symbols pushed each other out.
struct SlotMemo {
  /// How many places a symbol may stand at.
  static let tries = 4
  private static let capacities = 256...65_536

  private var slots = [Int32](repeating: -1, count: capacities.lowerBound)

  /// Where the symbol may be at that try, which counts from 0; below 0 when no further try finds it.
  @inline(__always)
  func guess(_ symbol: Symbol, try number: Int) -> Int {
    Int(slots[(Self.hash(of: symbol) &+ number) & (slots.count &- 1)])
  }

  /// The symbol was found at that slot, one of `count`.
  mutating func remember(_ symbol: Symbol, at slot: Int, of count: Int) {
    let wanted = min(count * 4, Self.capacities.upperBound)
    if slots.count < wanted {
      // What was known is found again, once each.
      slots = [Int32](repeating: -1, count: 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount))
    }
    let hash = Self.hash(of: symbol)
    let places = (0..<Self.tries).map { (hash &+ $0) & (slots.count - 1) }
    slots[places.first { slots[$0] < 0 } ?? places[slot % Self.tries]] = Int32(truncatingIfNeeded: slot)
  }

  @inline(__always)
  private static func hash(of symbol: Symbol) -> Int { Int(truncatingIfNeeded: symbol.shortHash) }
}
