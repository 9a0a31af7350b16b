/// Whose the screen is.
enum TerminalPhase: Hashable, Sendable {
  /// Ours.
  case active
  /// The shell's, because the process stops or is about to end.
  case handedBack
  /// The shell's, for good.
  case left
}
