import TapeDomain

extension ListsTables {
  func memory(of key: ListKey) throws -> ListMemory? {
    var memory: ListMemory?
    try connection.run("SELECT selected, sorting, reversed FROM memory WHERE key = ?", [.text(key.text)]) {
      row in
      memory = ListMemory(
        selected: row.text(0).flatMap { Symbol($0) }, order: row.text(1), isReversed: row.integer(2) != 0)
    }
    return memory
  }

  func lastShown() throws -> ListKey? {
    try connection.text("SELECT key FROM memory WHERE shown > 0 ORDER BY shown DESC LIMIT 1").flatMap {
      ListKey(text: $0)
    }
  }

  func remember(_ memory: ListMemory, of key: ListKey) throws {
    let last = try connection.integer("SELECT max(shown) FROM memory") ?? 0
    try connection.run(
      """
      INSERT INTO memory (key, selected, sorting, reversed, shown) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET selected = excluded.selected, sorting = excluded.sorting,
        reversed = excluded.reversed, shown = excluded.shown
      """,
      [
        .text(key.text), SQLiteValue(memory.selected?.text), SQLiteValue(memory.order),
        .integer(memory.isReversed ? 1 : 0), .integer(last + 1),
      ])
  }
}
