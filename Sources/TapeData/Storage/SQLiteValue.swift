/// A value that is bound to a statement or read from a row.
enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)

  /// The text, or null without one.
  init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }

  /// The number, or null without one.
  init(_ number: Int?) {
    self = number.map { .integer(Int64($0)) } ?? .null
  }
}
