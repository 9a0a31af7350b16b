/// When what was spent is shared with other runs: one update at a time, and one more when something was spent meanwhile.
struct PollSharing: Equatable, Sendable {
  private var isUnderWay = false
  private var isDue = false

  /// Something was spent; true when an update has to begin now.
  mutating func ask() -> Bool {
    isDue = true
    guard !isUnderWay else { return false }
    isUnderWay = true
    return true
  }

  /// Whether an update is due; what is asked for from here on needs another.
  mutating func next() -> Bool {
    defer { isDue = false }
    isUnderWay = isDue
    return isDue
  }
}
