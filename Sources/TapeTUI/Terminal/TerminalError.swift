/// Why the full screen cannot be shown.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is a file or a pipe.
  case notATerminal
  /// The environment does not name the terminal.
  case nameNotSet
  /// Neither the named terminal nor anything like it is in the terminfo database.
  case unknownTerminal(String)
  /// The terminal can only append lines, as `dumb` does.
  case cannotMoveCursor(String)
  /// The system refused something the screen needs.
  case unavailable(String)

  /// What happened and what to do, for standard error.
  public var description: String {
    switch self {
    case .notATerminal:
      "The full screen needs a terminal as standard input and output. Run `tape --once` for a table of prices."
    case .nameNotSet:
      "TERM is not set, so the terminal is unknown. Try `TERM=xterm-256color tape`, or `tape --once`."
    case .unknownTerminal(let name):
      """
      The terminal "\(name)" is not in this machine's terminfo database. \
      Try `TERM=xterm-256color tape`, or `tape --once`.
      """
    case .cannotMoveCursor(let name):
      """
      The terminal "\(name)" cannot move its cursor, which the full screen needs. \
      Try `TERM=xterm-256color tape`, or `tape --once`.
      """
    case .unavailable(let what):
      "The terminal could not be set up: \(what). Try again, or run `tape --once`."
    }
  }
}
