/// The footer: as many hints as fit, the most needed first to stay, in the order of the key table.
struct KeyBar: Hashable, Sendable {
  /// Keys and the word for what they do.
  struct Hint: Hashable, Sendable {
    /// The keys' names, such as `↑↓`.
    var keys: String
    /// What they do, in a word.
    let label: String
    /// How much it is needed: 0 is dropped last.
    let rank: Int
  }

  /// The columns between two hints.
  static let gap = 2

  /// All hints of the table, in its order.
  let hints: [Hint]
  /// The hints of the demo's keys, which stand behind them.
  let faults: [Hint]

  /// The hints of a key table and of the keys of a demo.
  init<Action>(_ table: [KeyBinding<Action>], faultKeys: [FaultKey] = [], isUnicode: Bool) {
    faults = faultKeys.map { Hint(keys: "F\($0.number)", label: $0.label, rank: 100 + $0.number) }
    var hints: [Hint] = []
    for binding in table {
      guard let label = binding.label, let key = binding.keys.first?.name(isUnicode: isUnicode) else {
        continue
      }
      if let last = hints.last, last.label == label {
        hints[hints.count - 1].keys += (isUnicode ? "" : "/") + key
      } else {
        hints.append(Hint(keys: key, label: label, rank: binding.rank))
      }
    }
    self.hints = hints
  }

  /// The hints that fit into so many columns.
  ///
  /// The keys of the demo are named one by one as far as there is room, then the rest together.
  func fitting(_ columns: Int, width: DisplayWidth) -> [Hint] {
    for count in faults.indices.reversed() {
      let named = Array(faults[..<count])
      let all = hints + (faults.count - count > 1 ? named + [rest(from: count)] : faults)
      if taken(by: all, width: width) <= columns { return all }
    }
    var kept = hints + (faults.isEmpty ? [] : [rest(from: 0)])
    while !kept.isEmpty, taken(by: kept, width: width) > columns {
      let least = kept.map(\.rank).max()
      // The last one of a rank: the demo's keys before the key that is as needed.
      if let index = kept.lastIndex(where: { $0.rank == least }) { kept.remove(at: index) }
    }
    return kept
  }

  /// One hint for the demo's keys from that one on, which only the two least needed of the others leave for.
  private func rest(from index: Int) -> Hint {
    let ends = [faults[index].keys, faults[faults.count - 1].keys]
    return Hint(keys: ends[0] == ends[1] ? ends[0] : ends.joined(separator: "-"), label: "faults", rank: 6)
  }

  private func taken(by hints: [Hint], width: DisplayWidth) -> Int {
    hints.reduce(-Self.gap) { sum, hint in
      sum + width.columns(of: hint.keys) + 1 + width.columns(of: hint.label) + Self.gap
    }
  }
}
