import TapeDomain

/// Reads and writes lists in the tables of ``ListsSchema``; each function runs within a transaction of its caller's or
/// alone.
struct ListsTables {
  let connection: SQLiteConnection

  func directory() throws -> ListDirectory {
    var headers: [ListHeader] = []
    try connection.run(
      """
      SELECT id, name, (SELECT count(*) FROM entry WHERE list = list.id) FROM list ORDER BY position, id
      """
    ) { row in
      guard let name = try? ListName(row.text(1) ?? "") else { return }
      headers.append(ListHeader(id: ListID(row.integer(0)), name: name, count: Int(row.integer(2))))
    }
    return ListDirectory(headers: headers)
  }

  /// A list with its instruments.
  ///
  /// - Throws: ``ListError`` when there is none.
  func list(_ id: ListID) throws -> NamedList {
    guard let text = try connection.text("SELECT name FROM list WHERE id = ?", [.integer(id.number)]) else {
      throw ListError(.notFound, "The list is not there any more: it was deleted by another tape.")
    }
    return NamedList(id: id, name: try ListName(text), instruments: try entries(of: id).map(\.instrument))
  }

  func create(_ new: NewList) throws -> ListHeader {
    try directory().checkIsFree(new.name)
    let last = try connection.integer("SELECT max(position) FROM list") ?? 0
    try connection.run(
      "INSERT INTO list (name, key, position) VALUES (?, ?, ?)",
      [.text(new.name.text), .text(new.name.key), .integer(last + SparseOrder.step)])
    let id = ListID(connection.lastInsertedRow)
    try write(new.instruments, to: id)
    return ListHeader(id: id, name: new.name, count: new.instruments.count)
  }

  /// Makes a change of one list.
  func change(_ list: inout NamedList, _ edit: ListEdit) throws {
    try list.apply(edit)
    switch edit {
    case .add(let instrument, _): try write(instrument, in: list)
    case .remove(let symbol):
      try connection.run(
        "DELETE FROM entry WHERE list = ? AND symbol = ?", [.integer(list.id.number), .text(symbol.text)])
    case .move(let symbol, _):
      try connection.run(
        "DELETE FROM entry WHERE list = ? AND symbol = ?", [.integer(list.id.number), .text(symbol.text)])
      if let place = list.place(of: symbol) { try write(list.instruments[place], in: list) }
    case .replace:
      try write(list.instruments, to: list.id)
    }
  }

  func rename(_ id: ListID, to name: ListName) throws {
    _ = try list(id)
    try directory().checkIsFree(name, for: id)
    try connection.run(
      "UPDATE list SET name = ?, key = ? WHERE id = ?",
      [.text(name.text), .text(name.key), .integer(id.number)])
  }

  func delete(_ id: ListID) throws {
    _ = try list(id)
    try connection.run("DELETE FROM list WHERE id = ?", [.integer(id.number)])
    try connection.run("DELETE FROM memory WHERE key = ?", [.text(ListKey.own(id).text)])
  }

  private struct Entry {
    let instrument: Instrument
    let position: Int64
  }

  private func entries(of id: ListID) throws -> [Entry] {
    var entries: [Entry] = []
    try connection.run(
      "SELECT symbol, name, position FROM entry WHERE list = ? ORDER BY position, symbol",
      [.integer(id.number)]
    ) { row in
      guard let symbol = Symbol(row.text(0) ?? "") else { return }
      entries.append(
        Entry(instrument: Instrument(symbol: symbol, name: row.text(1) ?? ""), position: row.integer(2)))
    }
    return entries
  }

  /// Writes an instrument that is new in the list, between its neighbours there.
  private func write(_ instrument: Instrument, in list: NamedList) throws {
    guard let place = list.place(of: instrument.symbol) else { return }
    let before = place > 0 ? try position(of: list.instruments[place - 1].symbol, in: list.id) : nil
    let after =
      place + 1 < list.instruments.count
      ? try position(of: list.instruments[place + 1].symbol, in: list.id) : nil
    guard let position = SparseOrder.number(between: before, and: after) else {
      return try write(list.instruments, to: list.id)
    }
    try insert(instrument, in: list.id, at: position)
  }

  private func position(of symbol: Symbol, in id: ListID) throws -> Int64? {
    try connection.integer(
      "SELECT position FROM entry WHERE list = ? AND symbol = ?", [.integer(id.number), .text(symbol.text)])
  }

  /// Writes these in place of all entries, numbered anew.
  private func write(_ instruments: [Instrument], to id: ListID) throws {
    try connection.run("DELETE FROM entry WHERE list = ?", [.integer(id.number)])
    for (index, instrument) in instruments.enumerated() {
      try insert(instrument, in: id, at: SparseOrder.number(at: index))
    }
  }

  private func insert(_ instrument: Instrument, in id: ListID, at position: Int64) throws {
    try connection.run(
      "INSERT INTO entry (list, symbol, name, position) VALUES (?, ?, ?, ?)",
      [.integer(id.number), .text(instrument.symbol.text), .text(instrument.name), .integer(position)])
  }
}
