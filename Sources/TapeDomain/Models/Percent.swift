/// A percentage with two decimals, rounded half to even, which keeps its sign when it rounds to zero.
public struct Percent: Hashable, Sendable {
  /// Hundredths of a percent, without sign: 124 is 1.24 %.
  public let hundredths: UInt64
  /// The sign of the exact value: -1, 0 or 1. A change of -0.001 % is `-0.00 %`.
  public let sign: Int

  /// A percentage of that size and sign.
  public init(hundredths: UInt64, sign: Int) {
    self.hundredths = hundredths
    self.sign = sign.signum()
  }

  /// `part` as a percentage of `whole`, or nil when `whole` is not positive or the result does not fit.
  public init?(part: Int, of whole: Int) {
    guard whole > 0 else { return nil }
    let divisor = UInt(whole)
    // 64 × 14 bits: the product needs both halves; the quotient must fit one.
    let product = part.magnitude.multipliedFullWidth(by: 10_000)
    guard product.high < divisor else { return nil }
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    let rest = divisor - remainder
    let up = remainder > rest || (remainder == rest && quotient & 1 == 1)
    let (rounded, overflow) = quotient.addingReportingOverflow(up ? 1 : 0)
    if overflow { return nil }
    self.init(hundredths: UInt64(rounded), sign: part.signum())
  }
}

extension Percent: Comparable {
  /// Orders by signed size.
  public static func < (left: Percent, right: Percent) -> Bool {
    if left.sign != right.sign { return left.sign < right.sign }
    return left.sign < 0 ? left.hundredths > right.hundredths : left.hundredths < right.hundredths
  }
}
