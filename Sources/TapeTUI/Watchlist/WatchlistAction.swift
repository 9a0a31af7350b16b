/// What a key does on the watchlist screen.
public enum WatchlistAction: Hashable, Sendable {
  /// Selects the row above.
  case selectPrevious
  /// Selects the row below.
  case selectNext
  /// Moves a page up.
  case pageUp
  /// Moves a page down.
  case pageDown
  /// Selects the first row.
  case selectFirst
  /// Selects the last row.
  case selectLast
  /// Retries the connection at once.
  case retry
  /// Shows or hides the help.
  case toggleHelp
  /// Says the selected row as a sentence.
  case describeRow
  /// Closes what lies over the list: the help or a message.
  case dismiss
  /// Makes something go wrong in the demo.
  case inject(FaultKey)
  /// Ends the program.
  case quit
}
