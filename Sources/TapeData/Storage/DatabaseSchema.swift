/// What a database of tape's looks like: a mark that it is one, and a step for each version.
struct DatabaseSchema: Sendable {
  /// The number in the file's header that says whose it is.
  let applicationID: Int32
  /// The statements that lead from each version to the next; the first ones make an empty file version 1.
  let migrations: [String]

  /// The newest version that is known here.
  var version: Int64 { Int64(migrations.count) }

  /// Brings the database to the newest version, all of it or nothing; several programs may do so at once.
  func migrate(_ connection: SQLiteConnection) throws {
    guard try connection.integer("PRAGMA user_version") != version else { return }
    try connection.transaction {
      // Another program may have been first.
      let found = try connection.integer("PRAGMA user_version") ?? 0
      guard found < version else { return }
      for step in migrations[Int(found)...] { try connection.execute(step) }
      try connection.execute("PRAGMA application_id = \(applicationID)")
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }
}
