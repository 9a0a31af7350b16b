/// A small seeded generator, so that an input says where its reads end.
struct Splits: RandomNumberGenerator {
  private var state: UInt64

  /// The generator of that seed.
  init(seed: UInt64) {
    state = seed &* 2 &+ 1
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }

  /// The size of the next read: mostly a few bytes, sometimes many.
  mutating func size() -> Int {
    let value = Int(next() >> 40)
    return value & 7 == 0 ? 1 + value >> 3 & 0x1FF : 1 + value >> 3 & 7
  }
}
