public import TapeDomain

extension Money {
  /// The amount in plain digits with a point and exactly its decimals, such as `-37.63`; no locale, no
  /// currency.
  public var plainText: String {
    let digits = String(minorUnits.magnitude)
    let sign = minorUnits < 0 ? "-" : ""
    guard scale > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(scale)).\(padded.suffix(scale))"
  }

  /// The amount in plain digits with its sign, `+` included; zero has none.
  public var signedPlainText: String {
    minorUnits > 0 ? "+" + plainText : plainText
  }
}
