import TapeDomain

/// What `tape list` is to do, read from its words.
enum ListVerb: Equatable {
  case overview
  case show(ListName)
  case new(ListName)
  case delete(ListName)
  case rename(ListName, ListName)
  case add(ListName, [Symbol])
  case remove(ListName, [Symbol])
  case move(ListName, Symbol, ListPlace)
  case export(ListName)
  case importFile(String)

  /// A verb, what stands behind it, and what it does.
  struct Usage {
    let verb: String
    let operands: String
    let help: String
  }

  /// Every verb, in the order of the help.
  static let usages = [
    Usage(verb: "show", operands: "NAME", help: "print the symbols of a list and what they are called"),
    Usage(verb: "new", operands: "NAME", help: "make an empty list"),
    Usage(verb: "rm", operands: "NAME", help: "delete a list"),
    Usage(verb: "rename", operands: "NAME NEW", help: "give a list another name"),
    Usage(verb: "add", operands: "NAME SYMBOL…", help: "add symbols at the end of a list"),
    Usage(verb: "remove", operands: "NAME SYMBOL…", help: "take symbols out of a list"),
    Usage(
      verb: "move", operands: "NAME SYMBOL PLACE",
      help: "move a symbol: up, down, first, last or a place from 1"),
    Usage(
      verb: "export", operands: "NAME", help: "write a list to standard output (--format json, csv or txt)"),
    Usage(
      verb: "import", operands: "FILE",
      help: "make lists of json, csv, plain symbols, ticker's yaml; - is standard input"),
  ]

  /// The verb of those words; without any, the overview.
  ///
  /// - Throws: ``UsageError`` with the usage that fits; ``ListError`` for a name that is none.
  init(words: [String]) throws {
    guard let word = words.first else {
      self = .overview
      return
    }
    let rest = Array(words.dropFirst())
    guard let usage = Self.usages.first(where: { $0.verb == word }) else {
      let verbs = Self.usages.map(\.verb).joined(separator: ", ")
      throw UsageError(sentence: "'\(word)' is nothing that 'tape list' does. Allowed: \(verbs).")
    }
    func check(_ isRight: Bool) throws(UsageError) {
      if !isRight { throw UsageError(sentence: "Usage: tape list \(usage.verb) \(usage.operands)") }
    }
    switch word {
    case "import":
      try check(rest.count == 1)
      self = .importFile(rest[0])
      return
    case "rename":
      try check(rest.count == 2)
      self = .rename(try ListName(rest[0]), try ListName(rest[1]))
      return
    case "add", "remove":
      try check(rest.count >= 2)
      let symbols = try rest.dropFirst().map(Self.symbol)
      self = word == "add" ? .add(try ListName(rest[0]), symbols) : .remove(try ListName(rest[0]), symbols)
      return
    case "move":
      try check(rest.count == 3)
      self = .move(try ListName(rest[0]), try Self.symbol(rest[1]), try ListPlace(rest[2]))
      return
    default: break
    }
    try check(rest.count == 1)
    let name = try ListName(rest[0])
    switch word {
    case "show": self = .show(name)
    case "new": self = .new(name)
    case "rm": self = .delete(name)
    default: self = .export(name)
    }
  }

  private static func symbol(_ word: String) throws(UsageError) -> Symbol {
    if let symbol = Symbol(word) { return symbol }
    throw UsageError(
      sentence: "'\(word)' is no symbol: 1 to 32 visible ASCII characters without space, comma or quote.")
  }
}
