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

  /// The hints of a key table.
  init<Action>(_ table: [KeyBinding<Action>], isUnicode: Bool) {
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
  func fitting(_ columns: Int, width: DisplayWidth) -> [Hint] {
    var kept = hints
    while !kept.isEmpty, taken(by: kept, width: width) > columns {
      let least = kept.map(\.rank).max()
      kept.removeAll { $0.rank == least }
    }
    return kept
  }

  private func taken(by hints: [Hint], width: DisplayWidth) -> Int {
    hints.reduce(-Self.gap) { sum, hint in
      sum + width.columns(of: hint.keys) + 1 + width.columns(of: hint.label) + Self.gap
    }
  }
}
