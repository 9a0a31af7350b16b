extension Duration {
  /// The duration in whole nanoseconds, rounded toward zero, clamped to what 64 bits hold (292 years).
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    if carry { return seconds < 0 ? .min : .max }
    return sum
  }

  /// The duration in whole milliseconds, rounded toward zero.
  public var wholeMilliseconds: Int64 { wholeNanoseconds / 1_000_000 }
}
