/// Where `tape list move` moves a symbol.
enum ListPlace: Equatable {
  case up
  case down
  case first
  case last
  /// A place from 1.
  case number(Int)

  /// The place of that word.
  init(_ word: String) throws(UsageError) {
    switch word {
    case "up": self = .up
    case "down": self = .down
    case "first": self = .first
    case "last": self = .last
    default:
      guard let number = Int(word), number >= 1 else {
        throw UsageError(
          sentence: "'\(word)' is no place. Allowed: up, down, first, last, or a number from 1.")
      }
      self = .number(number)
    }
  }

  /// The place from 0, from where the symbol stands in a list of so many.
  func index(from place: Int, count: Int) -> Int {
    let index =
      switch self {
      case .up: place - 1
      case .down: place + 1
      case .first: 0
      case .last: count - 1
      case .number(let number): number - 1
      }
    return min(max(0, index), max(0, count - 1))
  }
}
