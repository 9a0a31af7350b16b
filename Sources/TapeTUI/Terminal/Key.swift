/// A key as the user pressed it.
public enum Key: Hashable, Sendable {
  /// A printable character.
  case character(Character)
  /// A character of pasted text: it may be typed on a line, but is never a command.
  case pasted(Character)
  /// Ctrl with a letter, in lower case.
  case control(Character)
  /// Alt with a character: never the same as Esc and then that character.
  case alt(Character)
  /// An arrow key.
  case up, down, left, right
  /// A page key.
  case pageUp, pageDown, home, end
  /// An editing key.
  case enter, escape, tab, backTab, backspace, delete, insert
  /// F1 to F63.
  case function(Int)
  /// A wheel step up or down.
  case wheelUp, wheelDown
  /// A click of the first button at a cell.
  case click(row: Int, column: Int)
}
