/// When a closed market opens next.
public struct MarketOpening: Hashable, Sendable {
  /// The moment.
  public let time: Timestamp
  /// The time zone of the exchange by its IANA name, such as `America/New_York`.
  public let zone: String

  /// An opening at that moment, told in that zone.
  public init(time: Timestamp, zone: String) {
    self.time = time
    self.zone = zone
  }
}
