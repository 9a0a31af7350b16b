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
  /// Scrolls the list up by the step of the wheel.
  case scrollUp
  /// Scrolls the list down by the step of the wheel.
  case scrollDown
  /// Selects the row on that line of the screen, which counts from 0.
  case selectLine(Int)
  /// Opens the line on which a text to find is typed.
  case find
  /// Selects the next match.
  case findNext
  /// Selects the match before.
  case findPrevious
  /// Orders the rows by the next criterion.
  case cycleOrder
  /// Turns the order of the rows round.
  case reverseOrder
  /// Shows or hides the age of every price.
  case toggleAges
  /// Freezes the rows, or shows the newest again.
  case togglePause
  /// Gives the mouse back to the terminal, or takes it again.
  case toggleMouse
  /// Shows the next list.
  case nextList
  /// Shows the list before.
  case previousList
  /// Shows the list of that number, from 1.
  case showList(Int)
  /// Begins to edit the list.
  case editList
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
  /// Reads the settings again.
  case reloadSettings
  /// Does something to the tape that is played.
  case replay(ReplayKey)
  /// Writes the last minutes to a file.
  case saveFlight
  /// Ends the program.
  case quit
}
