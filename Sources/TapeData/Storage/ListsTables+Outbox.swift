import TapeDomain

extension ListsTables {
  /// The changes that a server has not been told, in their order.
  func outbox(of server: String) throws -> [OutboxEntry] {
    var entries: [OutboxEntry] = []
    try connection.run(
      "SELECT id, symbol, name, adds FROM outbox WHERE server = ? ORDER BY id", [.text(server)]
    ) { row in
      guard let symbol = Symbol(row.text(1) ?? "") else { return }
      let instrument = Instrument(symbol: symbol, name: row.text(2) ?? "")
      entries.append(
        OutboxEntry(id: row.integer(0), change: ServerListChange(instrument, adds: row.integer(3) != 0)))
    }
    return entries
  }

  /// Keeps a change until the server was told.
  func appendToOutbox(_ change: ServerListChange, of server: String) throws -> OutboxEntry {
    try connection.run(
      "INSERT INTO outbox (server, symbol, name, adds) VALUES (?, ?, ?, ?)",
      [
        .text(server), .text(change.instrument.symbol.text), .text(change.instrument.name),
        .integer(change.adds ? 1 : 0),
      ])
    return OutboxEntry(id: connection.lastInsertedRow, change: change)
  }

  /// Forgets a change: the server was told, or has refused it.
  func removeFromOutbox(_ id: Int64) throws {
    try connection.run("DELETE FROM outbox WHERE id = ?", [.integer(id)])
  }
}
