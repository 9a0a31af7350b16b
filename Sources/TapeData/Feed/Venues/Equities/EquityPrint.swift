import TapeDomain

/// A trade as a venue printed it.
struct EquityPrint: Equatable, Sendable {
  /// The price.
  let price: DecimalNumber
  /// When it was made, at the venue.
  let time: Timestamp
  /// What a correction or a cancel of it names; nil where the venue takes nothing back.
  var key: Key?

  /// The number of a trade, and the exchange that counts it.
  struct Key: Hashable, Sendable {
    /// The number.
    let number: Int
    /// The exchange's letter; empty when the venue names none.
    let exchange: String
  }
}
