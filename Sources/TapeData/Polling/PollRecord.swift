public import TapeDomain

/// What was spent of a budget, as it is remembered from one run to the next and shared by runs with the same key.
public struct PollRecord: Equatable, Sendable {
  /// A time at which credits were spent, and how many.
  public struct Spending: Equatable, Sendable {
    /// When.
    public var at: Timestamp
    /// How many.
    public var cost: Int

    /// A spending of those values.
    public init(at: Timestamp, cost: Int) {
      self.at = at
      self.cost = cost
    }
  }

  /// The day in UTC, as days since 1970.
  public var day: Int
  /// The credits that were spent on it.
  public var spent: Int
  /// What was spent in the last minute or so.
  public var recent: [Spending]
  /// The credits of a minute that the source said the key has; nil while it has not.
  public var perMinute: Int?

  /// A record of those values.
  public init(day: Int, spent: Int, recent: [Spending] = [], perMinute: Int? = nil) {
    self.perMinute = perMinute
    self.day = day
    self.spent = spent
    self.recent = recent
  }
}
