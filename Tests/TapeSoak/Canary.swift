import TapeDomain

/// Feels how late the machine is: wakes a hundred times a second, and remembers its worst lateness of the last moments.
actor Canary {
  /// How far back it remembers: longer than any price may take to be shown.
  private static let memory = Duration.milliseconds(1_500)
  private static let spacing = Duration.milliseconds(10)

  private let time: TimeSource
  private var late: [(at: Instant, by: Duration)] = []

  init(time: TimeSource) {
    self.time = time
  }

  /// The worst lateness of the last moments.
  var worst: Duration {
    let since = time.now - Self.memory
    return late.filter { $0.at >= since }.map { $0.by }.max() ?? .zero
  }

  /// Feels until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      let due = time.now + Self.spacing
      do { try await time.sleep(until: due) } catch { return }
      let now = time.now
      late.append((now, now - due))
      late.removeAll { $0.at < now - Self.memory }
    }
  }
}
