/// The database of the newest prices and lists of sources, which may be lost at any time.
enum QuoteCacheSchema {
  /// "tapq" in ASCII.
  static let applicationID: Int32 = 0x7461_7071

  static let current = DatabaseSchema(
    applicationID: applicationID,
    migrations: [
      """
      CREATE TABLE instrument (
        source TEXT NOT NULL, position INTEGER NOT NULL, symbol TEXT NOT NULL, name TEXT NOT NULL,
        PRIMARY KEY (source, position)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE quote (
        source TEXT NOT NULL, symbol TEXT NOT NULL, time INTEGER NOT NULL, currency TEXT NOT NULL,
        scale INTEGER NOT NULL, last INTEGER, reference INTEGER, kind INTEGER NOT NULL, session TEXT NOT NULL,
        delay INTEGER NOT NULL, open INTEGER, high INTEGER, low INTEGER, bid INTEGER, ask INTEGER, volume INTEGER,
        PRIMARY KEY (source, symbol)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX quote_time ON quote (time);
      """
    ])
}
