/// What a key does to a tape that is played.
public enum ReplayKey: Hashable, Sendable {
  /// Stands still, or goes on.
  case togglePause
  /// Goes back by a second.
  case stepBack
  /// Goes on by a second.
  case stepForward
  /// Plays slower by a step.
  case slower
  /// Plays faster by a step.
  case faster
}
