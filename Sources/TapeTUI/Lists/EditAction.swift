/// What a key does while a list is edited and nothing is typed.
public enum EditAction: Hashable, Sendable {
  /// Selects another row.
  case move(WatchlistAction)
  /// Asks for an instrument to add.
  case add
  /// Takes the selected row out.
  case remove
  /// Undoes the last change.
  case undo
  /// Moves the selected row up or down by that many rows.
  case shift(Int)
  /// Asks for another name.
  case rename
  /// Asks for the name of a new list.
  case create
  /// Asks whether to delete the list.
  case delete
  /// Ends editing.
  case finish
}
