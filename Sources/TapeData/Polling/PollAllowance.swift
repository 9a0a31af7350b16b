/// What a source says may still be asked of it.
public struct PollAllowance: Equatable, Sendable {
  /// The credits that are left of the minute; nil when it does not say.
  public var leftOfMinute: Int?
  /// The credits of a minute; nil when it does not say.
  public var perMinute: Int?
  /// The credits that are left of the day; nil when it does not say.
  public var leftOfDay: Int?

  /// An allowance of those values.
  public init(leftOfMinute: Int? = nil, perMinute: Int? = nil, leftOfDay: Int? = nil) {
    self.leftOfMinute = leftOfMinute
    self.perMinute = perMinute
    self.leftOfDay = leftOfDay
  }
}
