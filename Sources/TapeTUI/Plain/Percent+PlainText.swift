public import TapeDomain

extension Percent {
  /// The percentage in plain digits with two decimals, such as `1.30` or `-0.00`; no locale, no `%`.
  public var plainText: String {
    "\(sign < 0 ? "-" : "")\(hundredths / 100).\(CivilTime.padded(Int(hundredths % 100)))"
  }

  /// The same with a `+` when it is above zero.
  public var signedPlainText: String {
    sign > 0 ? "+" + plainText : plainText
  }
}
