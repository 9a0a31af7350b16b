/// The keys while a text to find is typed: one table for handling and footer; every other character is typed.
enum FindKeys {
  /// What each key does, in the order in which the footer lists it.
  static let table: [KeyBinding<FindAction>] = [
    KeyBinding([.enter], .accept, label: "stay here", rank: 1, help: "close the line and stay on the match"),
    KeyBinding([.escape], .cancel, label: "go back", rank: 0, help: "close the line and go back"),
    KeyBinding([.backspace], .deleteLast, help: "delete the last character"),
    KeyBinding([.control("u")], .clear, label: "clear", rank: 2, help: "delete the whole text"),
  ]

  /// What a key does; nil for a key that does nothing here.
  static func action(for key: Key) -> FindAction? {
    switch key {
    case .character(let character), .pasted(let character): .insert(character)
    default: actions[key]
    }
  }

  private static let actions = Dictionary(
    table.flatMap { binding in binding.keys.map { ($0, binding.action) } },
    uniquingKeysWith: { first, _ in first })
}
