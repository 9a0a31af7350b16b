public import TapeDomain

/// Whether a market is open, as it says itself, and when it opens next.
public struct MarketState: Equatable, Sendable {
  /// The session.
  public var session: MarketSession
  /// When the next regular session begins; nil when that is not known.
  public var opensAt: Timestamp?
  /// The time zone of the exchange by its IANA name.
  public var zone: String
  /// When it should be asked again, since the session ends or begins then; nil when that is not known.
  public var changesAt: Timestamp?

  /// A state of those values.
  public init(session: MarketSession, opensAt: Timestamp? = nil, zone: String, changesAt: Timestamp? = nil) {
    self.session = session
    self.opensAt = opensAt
    self.zone = zone
    self.changesAt = changesAt
  }
}

/// How a source is asked for the state of its market.
public protocol MarketHours: Sendable {
  /// The path of what changes with the session.
  var statePath: String { get }
  /// The path of what changes once a day, such as holidays; nil for nothing.
  var calendarPath: String? { get }
  /// The state that the bodies say at that time; nil when the first cannot be read. The second is empty when it could not be had.
  func state(_ body: [UInt8], calendar: [UInt8], at wall: Timestamp) -> MarketState?
}
