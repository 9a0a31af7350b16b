/// An exact amount: `minorUnits` × 10^-`scale` of `currency`. Never a floating-point number.
public struct Money: Hashable, Sendable {
  /// The amount as a count of the smallest shown unit; negative and zero are legal.
  public let minorUnits: Int
  /// The currency's code as the source says it (`EUR`, `USD`, `GBX`); never assumed.
  public let currency: String
  /// How many decimals the amount has, 0 to 18.
  public let scale: Int

  /// The largest scale: 10^18 is the largest power of ten in 64 bits.
  public static let maximumScale = 18

  /// An amount of `minorUnits` × 10^-`scale` of `currency`.
  public init(minorUnits: Int, currency: String, scale: Int) {
    precondition((0...Self.maximumScale).contains(scale), "a scale is 0 to 18")
    self.minorUnits = minorUnits
    self.currency = currency
    self.scale = scale
  }
}
