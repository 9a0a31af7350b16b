/// Actions to take at their times, earliest first; a value without a clock.
struct DeadlineList<Action> {
  /// Names one entry, so that it can be cancelled.
  struct ID: Equatable {
    fileprivate let time: ContinuousClock.Instant
    fileprivate let number: Int
  }

  private var entries: [(id: ID, action: Action)] = []
  private var lastNumber = 0

  /// The earliest time; nil when there is none.
  var next: ContinuousClock.Instant? { entries.first?.id.time }

  /// Adds an action, after those that were added earlier for the same time.
  mutating func add(at time: ContinuousClock.Instant, _ action: Action) -> ID {
    lastNumber += 1
    let id = ID(time: time, number: lastNumber)
    entries.insert((id, action), at: position(of: id))
    return id
  }

  /// Removes an action; nothing happens when it was taken already.
  mutating func cancel(_ id: ID) {
    let index = position(of: id)
    if index < entries.endIndex, entries[index].id == id { entries.remove(at: index) }
  }

  /// Takes the earliest action that is due.
  mutating func takeDue(at now: ContinuousClock.Instant) -> Action? {
    guard let next, next <= now else { return nil }
    return entries.removeFirst().action
  }

  /// The first index whose entry does not come before `id`, by bisection.
  private func position(of id: ID) -> Int {
    var range = entries.startIndex..<entries.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      let other = entries[middle].id
      if (other.time, other.number) < (id.time, id.number) {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}
