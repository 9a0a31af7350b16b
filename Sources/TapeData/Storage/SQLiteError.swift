import CSQLite

/// What SQLite answered instead of doing what it was asked.
struct SQLiteError: Error, Hashable, CustomStringConvertible {
  /// The extended result code.
  let code: Int32
  /// SQLite's own words.
  let message: String

  /// The kind of failure, without its details.
  var primary: Int32 { code & 0xFF }

  /// SQLite's own words and number; what was asked for is not among them.
  var description: String { "\(message) (SQLite error \(code))" }
}
