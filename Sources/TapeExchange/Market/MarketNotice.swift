import TapeDomain

/// The session of a whole exchange changed.
struct MarketNotice: Equatable, Sendable {
  /// The exchange's market identifier.
  let exchange: String
  /// The new session.
  let session: MarketSession
  /// When trading begins again; nil when it is open.
  let nextOpen: Timestamp?
  /// The instruments listed there, by their place in the market.
  let indices: [Int]

  /// 08:00 UTC of the next day: the demo's exchanges keep no holidays.
  static func nextOpen(after time: Timestamp) -> Timestamp {
    let day: Int64 = 86_400_000_000_000
    let midnight = time.nanoseconds - ((time.nanoseconds % day) + day) % day
    return Timestamp(nanoseconds: midnight + day) + .seconds(8 * 3_600)
  }
}
