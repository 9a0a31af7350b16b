/// What the terminal or the system says to the screen.
public enum TerminalEvent: Equatable, Sendable {
  /// Keys that arrived together, in order.
  case keys([Key])
  /// The window has a new size, or asks to be drawn anew.
  case resized(TerminalSize)
  /// Ctrl-Z: the program is about to stop; the screen closes the link, then calls ``Terminal/stop()``.
  case suspendRequested
  /// The program runs again in the foreground.
  case resumed
  /// A signal asks the program to end: the number, such as 15.
  case terminated(signal: Int32)
  /// The terminal is gone.
  case hangup
}
