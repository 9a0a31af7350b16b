/// What a source says may still be asked of it.
public struct PollAllowance: Equatable, Sendable {
  /// The credits that are left of the minute; nil when it does not say.
  public var leftOfMinute: Int?
  /// The credits of a minute; nil when it does not say.
  public var perMinute: Int?
  /// The credits that are left of the day; nil when it does not say.
  public var leftOfDay: Int?
  /// Whether a day has no limit after all.
  public var hasFreeDays: Bool

  /// An allowance of those values.
  public init(
    leftOfMinute: Int? = nil, perMinute: Int? = nil, leftOfDay: Int? = nil, hasFreeDays: Bool = false
  ) {
    self.leftOfMinute = leftOfMinute
    self.perMinute = perMinute
    self.leftOfDay = leftOfDay
    self.hasFreeDays = hasFreeDays
  }
}
