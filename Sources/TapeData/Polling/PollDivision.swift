import TapeDomain

/// Finds the wrong symbol among those of a request that brought nothing: they are asked for by halves.
struct PollDivision: Equatable, Sendable {
  /// The batches to be asked for as they are, the next first.
  private(set) var batches: [[Symbol]] = []
  /// The symbols that brought nothing when they were asked for alone, while nothing else had come either.
  private var suspects: [Symbol: String] = [:]

  /// Whether nothing is being divided.
  var isEmpty: Bool { batches.isEmpty }

  /// What became of a request that brought nothing.
  enum Verdict: Equatable {
    /// It goes on with smaller batches.
    case goesOn
    /// It was this symbol.
    case culprit(Symbol)
    /// None of them brings anything, so that it is not a symbol that is wrong.
    case nothingComes
  }

  /// Takes the next batch without what is not wanted any more; nil when there is none.
  mutating func take(_ isWanted: (Symbol) -> Bool) -> [Symbol]? {
    while !batches.isEmpty {
      let batch = batches.removeFirst().filter(isWanted)
      if !batch.isEmpty { return batch }
    }
    return nil
  }

  /// Puts back what could not be asked for yet.
  mutating func putBack(_ batch: [Symbol]) {
    if !batch.isEmpty { batches.insert(batch, at: 0) }
  }

  /// A request for these brought nothing, and why; `isProven` says whether the source serves others.
  mutating func failed(_ batch: [Symbol], _ reason: String, isProven: Bool) -> Verdict {
    if batch.count > 1 {
      batches.insert(Array(batch.dropFirst(batch.count / 2)), at: 0)
      batches.insert(Array(batch.prefix(batch.count / 2)), at: 0)
      return .goesOn
    }
    if isProven { return .culprit(batch[0]) }
    suspects[batch[0]] = reason
    if !batches.isEmpty { return .goesOn }
    reset()
    return .nothingComes
  }

  /// A request brought prices: what failed before did so on its own account, for these reasons.
  mutating func succeeded() -> [Symbol: String] {
    defer { suspects = [:] }
    return suspects
  }

  /// Everything is asked for together again.
  mutating func reset() {
    batches = []
    suspects = [:]
  }
}
