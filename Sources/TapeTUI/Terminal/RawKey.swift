/// One item of input as ncurses reads it, before escapes and pastes are understood.
enum RawKey: Hashable, Sendable {
  /// A character, control characters included.
  case scalar(Unicode.Scalar)
  /// A key that ncurses knows by its whole sequence.
  case key(Key)
  /// The terminal announces pasted text.
  case pasteStart
  /// The pasted text is over.
  case pasteEnd
}
