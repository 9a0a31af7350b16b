/// Why a screen ended.
public enum ScreenExit: Hashable, Sendable {
  /// The user quit.
  case quit
  /// A signal asks the program to end: its number.
  case signal(Int32)
  /// The terminal is gone.
  case hangup
}
