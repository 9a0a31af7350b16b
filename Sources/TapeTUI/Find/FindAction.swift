/// What a key does while a text to find is typed.
public enum FindAction: Hashable, Sendable {
  /// Adds a character.
  case insert(Character)
  /// Takes the last character away.
  case deleteLast
  /// Takes the whole text away.
  case clear
  /// Closes the line and stays on the match.
  case accept
  /// Closes the line and returns to where finding began.
  case cancel
}
