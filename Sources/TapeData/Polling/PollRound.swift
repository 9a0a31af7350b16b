/// Counts the requests that what is due takes, for those who wait.
struct PollRound: Equatable, Sendable {
  private var asked = 0
  private var total = 0

  /// A request goes out, and what is due then takes so many more.
  mutating func goesOut(more: Int) {
    asked += 1
    total = max(total, asked + more)
  }

  /// Nothing is due.
  mutating func end() {
    self = PollRound()
  }

  /// Which request of how many is under way or was the last; nil when one is enough.
  var progress: (batch: Int, of: Int)? { total > 1 && asked > 0 ? (asked, total) : nil }
}
