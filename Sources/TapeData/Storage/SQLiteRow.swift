import CSQLite

/// The row that a statement stands on; valid only while it does.
struct SQLiteRow {
  fileprivate let statement: OpaquePointer

  init(statement: OpaquePointer) {
    self.statement = statement
  }

  /// The column as a number; 0 for null.
  func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(statement, column)
  }

  /// The column as a number; nil for null.
  func optionalInteger(_ column: Int32) -> Int64? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : sqlite3_column_int64(statement, column)
  }

  /// The column as text; nil for null.
  func text(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
