import TapeDomain

extension Money {
  /// The amount in units of 10^-`finer`, which must not be less than ``scale``; exact, since 128 bits hold it.
  func units(atScale finer: Int) -> Int128 {
    var units = Int128(minorUnits)
    for _ in scale..<max(scale, finer) { units *= 10 }
    return units
  }

  /// The way from `other` to this amount; nil when they are equal or their currencies differ.
  func direction(from other: Money) -> PriceDirection? {
    guard currency == other.currency else { return nil }
    let common = max(scale, other.scale)
    let mine = units(atScale: common)
    let theirs = other.units(atScale: common)
    return mine == theirs ? nil : mine > theirs ? .up : .down
  }
}
