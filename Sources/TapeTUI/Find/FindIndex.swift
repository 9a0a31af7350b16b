import TapeDomain

/// The folded symbols and names of a list, each folded once.
struct FindIndex {
  private struct Entry {
    let name: String
    /// Symbol and name in UTF-8, with a byte between them that no pattern has.
    let folded: [UInt8]
  }

  private var entries: [Symbol: Entry] = [:]
  /// How many rows were folded since the start.
  private(set) var foldedCount = 0

  /// Takes another list; what it shares with the one before is not folded again.
  mutating func replaceList(with rows: [PriceRowState]) {
    var next: [Symbol: Entry] = Dictionary(minimumCapacity: rows.count)
    for row in rows {
      if let known = entries[row.id], known.name == row.name {
        next[row.id] = known
      } else {
        let folded = Array(TextFold.folded(row.id.text).utf8) + [0] + Array(TextFold.folded(row.name).utf8)
        next[row.id] = Entry(name: row.name, folded: folded)
        foldedCount += 1
      }
    }
    entries = next
  }

  /// The first row that matches, from `start` on in steps of 1 or -1, around the end of the list.
  func match(_ pattern: FindPattern, in rows: [PriceRowState], from start: Int, step: Int = 1) -> Int? {
    guard !pattern.isEmpty, !rows.isEmpty else { return nil }
    var index = wrapped(start, rows.count)
    for _ in rows.indices {
      if let entry = entries[rows[index].id], pattern.isFound(in: entry.folded) { return index }
      index = wrapped(index + step, rows.count)
    }
    return nil
  }

  private func wrapped(_ index: Int, _ count: Int) -> Int {
    let rest = index % count
    return rest < 0 ? rest + count : rest
  }
}
