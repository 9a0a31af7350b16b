/// The database of the user's lists, version by version. A step that was released is never changed.
enum ListsSchema {
  /// "tape" in ASCII.
  static let applicationID: Int32 = 0x7461_7065

  /// The whole way from an empty file.
  static let current = DatabaseSchema(applicationID: applicationID, migrations: [lists, outbox])

  /// Version 1: lists, what is in them, and how each was left.
  private static let lists = """
    CREATE TABLE list (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      key TEXT NOT NULL UNIQUE,
      position INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE entry (
      list INTEGER NOT NULL REFERENCES list(id) ON DELETE CASCADE,
      symbol TEXT NOT NULL,
      name TEXT NOT NULL,
      position INTEGER NOT NULL,
      PRIMARY KEY (list, symbol)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE memory (
      key TEXT PRIMARY KEY,
      selected TEXT,
      sorting TEXT,
      reversed INTEGER NOT NULL,
      shown INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Version 2: changes of a server's list that it has not been told yet, in order.
  private static let outbox = """
    CREATE TABLE outbox (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      server TEXT NOT NULL,
      symbol TEXT NOT NULL,
      name TEXT NOT NULL,
      adds INTEGER NOT NULL
    ) STRICT;
    """
}
