extension Money {
  /// The difference to `reference` at the finer of the two scales, or nil when it cannot be told exactly.
  ///
  /// Nil when the currencies differ or the difference does not fit 64 bits, and when the reference is zero: a source
  /// that has none says so, and a change since nothing would be as large as the price.
  public func change(from reference: Money) -> Money? {
    guard currency == reference.currency, reference.minorUnits != 0 else { return nil }
    let common = max(scale, reference.scale)
    guard let mine = rescaled(to: common), let theirs = reference.rescaled(to: common) else { return nil }
    let (difference, overflow) = mine.subtractingReportingOverflow(theirs)
    return overflow ? nil : Money(minorUnits: difference, currency: currency, scale: common)
  }

  /// The change from `reference` in percent, or nil when there is none to tell.
  ///
  /// Nil when the reference is zero or negative, when the currencies differ, or on overflow.
  public func percentChange(from reference: Money) -> Percent? {
    guard reference.minorUnits > 0, let change = change(from: reference),
      let base = reference.rescaled(to: change.scale)
    else { return nil }
    return Percent(part: change.minorUnits, of: base)
  }

  /// The minor units at a finer scale, or nil when they do not fit 64 bits.
  private func rescaled(to finer: Int) -> Int? {
    var units = minorUnits
    for _ in scale..<finer {
      let (product, overflow) = units.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      units = product
    }
    return units
  }
}
