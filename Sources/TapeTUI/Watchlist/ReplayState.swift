public import TapeDomain

/// Where a tape is that is played; while there is one, nothing on the screen is live.
public struct ReplayState: Equatable, Sendable {
  /// The wall clock of the recording there.
  public var time: Timestamp
  /// The source's clock there, to which ages are counted.
  public var dataTime: Timestamp
  /// How far that is from the tape's beginning.
  public var position: Duration
  /// How much of the tape was played, 0 to 1000.
  public var permille: Int
  /// How fast it is played, such as `10x`.
  public var speed: String
  /// Whether it stands still.
  public var isPaused: Bool
  /// Whether it is over.
  public var isAtEnd: Bool

  /// A place on a tape.
  public init(
    time: Timestamp, dataTime: Timestamp, position: Duration, permille: Int, speed: String, isPaused: Bool,
    isAtEnd: Bool
  ) {
    self.time = time
    self.dataTime = dataTime
    self.position = position
    self.permille = permille
    self.speed = speed
    self.isPaused = isPaused
    self.isAtEnd = isAtEnd
  }
}
