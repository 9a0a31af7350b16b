import TapeDomain

/// Remembers at which slots symbols were found, so that a burst does not hash each symbol anew.
///
/// A guess, never an answer: whoever asks compares the symbol at the slot. A look-up in the dictionary takes five times
/// as long, since its hash withstands keys that an attacker chose.
struct SlotMemo {
  private static let capacity = 4_096

  private var slots = [Int32](repeating: 0, count: capacity)

  /// Where the symbol may be.
  @inline(__always)
  func guess(_ symbol: Symbol) -> Int { Int(slots[Self.place(of: symbol)]) }

  /// The symbol was found at that slot.
  mutating func remember(_ symbol: Symbol, at slot: Int) {
    slots[Self.place(of: symbol)] = Int32(truncatingIfNeeded: slot)
  }

  @inline(__always)
  private static func place(of symbol: Symbol) -> Int { Int(symbol.shortHash % UInt64(capacity)) }
}
