import CSQLite

/// One connection to a database; used on one thread at a time, never on the cooperative pool, since all of it blocks.
final class SQLiteConnection {
  /// How a file is opened.
  enum Access: Hashable, Sendable {
    /// Read and write; a missing file is made.
    case readWrite
    /// Read only.
    case readOnly
    /// Read only, and sure that nobody writes: no lock and no file beside it are needed.
    case immutable
  }

  /// How long a statement waits for another program that writes.
  static let busyTimeout: Int32 = 5000

  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// Opens the file at `path`.
  ///
  /// - Throws: ``SQLiteError``; often only the first statement finds that a file cannot be used.
  init(path: String, access: Access) throws {
    var handle: OpaquePointer?
    let flags = (access == .readWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY)
    let name = Self.uri(path) + (access == .immutable ? "?immutable=1" : "")
    let code = sqlite3_open_v2(
      name, &handle, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let handle else { throw SQLiteError(code: SQLITE_NOMEM, message: "out of memory") }
    guard code == SQLITE_OK else {
      let error = SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)))
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Self.busyTimeout)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Runs statements that take and give no values.
  func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Runs one statement with those values and hands each row of its answer to `row`.
  func run(_ sql: String, _ values: [SQLiteValue] = [], row: (SQLiteRow) throws -> Void = { _ in }) throws {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() { try bind(value, to: Int32(index + 1), of: statement) }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw error(code) }
      try row(SQLiteRow(statement: statement))
    }
  }

  /// The first column of the first row, as a number; nil without a row.
  func integer(_ sql: String, _ values: [SQLiteValue] = []) throws -> Int64? {
    var found: Int64?
    try run(sql, values) { if found == nil { found = $0.integer(0) } }
    return found
  }

  /// The first column of the first row, as text; nil without a row, or for null.
  func text(_ sql: String, _ values: [SQLiteValue] = []) throws -> String? {
    var found: String?
    try run(sql, values) { if found == nil { found = $0.text(0) } }
    return found
  }

  /// Does all of `body` or nothing; what it reads is not changed by others before it is done.
  func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try execute("BEGIN IMMEDIATE")
    do {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      // A full disk may have ended the transaction already, which then is no news.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// The number of the row that was inserted last.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  private func prepared(_ sql: String) throws -> OpaquePointer {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(code) }
    statements[sql] = statement
    return statement
  }

  private func bind(_ value: SQLiteValue, to index: Int32, of statement: OpaquePointer) throws {
    let code =
      switch value {
      case .null: sqlite3_bind_null(statement, index)
      case .integer(let number): sqlite3_bind_int64(statement, index, number)
      case .text(let text): tape_sqlite3_bind_text(statement, index, text, Int32(text.utf8.count))
      }
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }

  /// The path as a URI, in which `?`, `#` and `%` mean something else.
  private static func uri(_ path: String) -> String {
    let escapes: [Character: String] = ["%": "%25", "?": "%3f", "#": "%23"]
    return "file:" + path.map { escapes[$0] ?? String($0) }.joined()
  }
}
