/// What a key does while something is typed for a list that is edited.
enum PromptAction: Hashable, Sendable {
  /// Adds a character.
  case insert(Character)
  /// Takes the last character away.
  case deleteLast
  /// Takes the whole text away.
  case clear
  /// Selects what was found above or below.
  case choose(Int)
  /// Does it.
  case accept
  /// Does nothing.
  case cancel
}
