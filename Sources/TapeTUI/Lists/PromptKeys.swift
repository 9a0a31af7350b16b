/// The keys while something is typed for a list; every other character is typed.
enum PromptKeys {
  /// What each key does, in the order in which the footer lists it.
  static let table: [KeyBinding<PromptAction>] = [
    KeyBinding([.enter], .accept, label: "do it", rank: 1, help: "do it"),
    KeyBinding([.escape], .cancel, label: "go back", rank: 0, help: "do nothing"),
    KeyBinding([.up], .choose(-1), label: "choose", rank: 2, help: "what was found above"),
    KeyBinding([.down], .choose(1), label: "choose", rank: 2, help: "what was found below"),
    KeyBinding([.backspace], .deleteLast, help: "delete the last character"),
    KeyBinding([.control("u")], .clear, label: "clear", rank: 3, help: "delete the whole text"),
  ]

  /// What a key does; nil for a key that does nothing here.
  static func action(for key: Key) -> PromptAction? {
    switch key {
    case .character(let character), .pasted(let character): .insert(character)
    default: actions[key]
    }
  }

  private static let actions = Dictionary(
    table.flatMap { binding in binding.keys.map { ($0, binding.action) } },
    uniquingKeysWith: { first, _ in first })
}
