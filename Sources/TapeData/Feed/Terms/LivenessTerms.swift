/// When a connection is late or dead, and how often it is pinged.
public struct LivenessTerms: Equatable, Sendable {
  /// The time without any sign of the feed after which the connection is dead.
  public var longestSilence = Duration.seconds(3)
  /// The same before the first sign; nil when it is as long.
  public var longestFirstSilence: Duration?
  /// The time without a message of the feed from which on prices may be out of date, though the connection is not
  /// given up; nil when silence is only ever dead.
  public var quietAge: Duration?
  /// Whether the feed says something though nothing was asked of it; else its silence counts from the first command on.
  public var speaksUnasked = true
  /// Whether a ping of the server ends the silence after which the connection is dead.
  public var countsServerPings = false
  /// The time from ping to ping.
  public var pingSpacing = Duration.seconds(1)
  /// The age of the newest answered ping from which on messages are late.
  public var latenessAge = Duration.seconds(3)
  /// The time of such lateness after which the connection is dead.
  public var longestLateness = Duration.seconds(10)
  /// Whether pings are sure to be answered. Else lateness is judged from the first answer on.
  public var answersPings = true

  /// The native protocol's terms (rule 6).
  public init() {}
}
