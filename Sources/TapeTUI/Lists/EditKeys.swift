/// The keys while a list is edited: one table for handling and footer.
enum EditKeys {
  /// What each key does, in the order in which the footer lists it.
  static let table: [KeyBinding<EditAction>] = [
    KeyBinding(
      [.up, .character("k")], .move(.selectPrevious), label: "move", rank: 8, help: "the row above"),
    KeyBinding([.down, .character("j")], .move(.selectNext), label: "move", rank: 8, help: "the row below"),
    KeyBinding([.pageUp, .control("b")], .move(.pageUp), help: "a page up"),
    KeyBinding([.pageDown, .control("f"), .character(" ")], .move(.pageDown), help: "a page down"),
    KeyBinding([.home, .character("g")], .move(.selectFirst), help: "the first row"),
    KeyBinding([.end, .character("G")], .move(.selectLast), help: "the last row"),
    KeyBinding([.character("a")], .add, label: "add", rank: 1, help: "add an instrument below the row"),
    KeyBinding([.character("d"), .delete], .remove, label: "remove", rank: 2, help: "take the row out"),
    KeyBinding([.character("u")], .undo, label: "undo", rank: 3, help: "undo the last change"),
    KeyBinding([.character("J")], .shift(1), label: "shift", rank: 4, help: "move the row down"),
    KeyBinding([.character("K")], .shift(-1), label: "shift", rank: 4, help: "move the row up"),
    KeyBinding([.character("r")], .rename, label: "rename", rank: 6, help: "give the list another name"),
    KeyBinding([.character("n")], .create, label: "new list", rank: 5, help: "make a list"),
    KeyBinding([.character("D")], .delete, label: "delete list", rank: 7, help: "delete the list"),
    KeyBinding(
      [.escape, .character("e"), .character("q")], .finish, label: "done", rank: 0, help: "stop editing"),
  ]

  /// What a key does; nil for a key that does nothing here.
  static func action(for key: Key) -> EditAction? { actions[key] }

  private static let actions = Dictionary(
    table.flatMap { binding in binding.keys.map { ($0, binding.action) } },
    uniquingKeysWith: { first, _ in first })
}
