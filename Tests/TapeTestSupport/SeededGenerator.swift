/// Random numbers that are the same in every run (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The numbers that follow from `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// The bytes cut into pieces of one byte to `largest`.
  public mutating func split(_ bytes: [UInt8], largest: Int) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 1...largest, using: &self))
      pieces.append(Array(bytes[start..<end]))
      start = end
    }
    return pieces
  }

  /// That many random bytes.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let word: UInt64 = next()
      for place in 0..<min(8, count - bytes.count) {
        bytes.append(UInt8(truncatingIfNeeded: word >> (8 * UInt64(place))))
      }
    }
    return bytes
  }
}
