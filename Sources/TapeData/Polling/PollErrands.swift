import TapeDomain

/// What else than prices is to be asked for, each thing seldom.
struct PollErrands: Equatable, Sendable {
  /// The least time between two errands of the same name.
  static let spacing = Duration.seconds(300)
  /// How many names are remembered until those whose time is over are forgotten.
  private static let mostNames = 2_000

  private var names: [String] = []
  private var times: [String: Instant] = [:]

  /// Whether there is nothing to ask for.
  var isEmpty: Bool { names.isEmpty }

  /// These are due; one that was done a short while ago is not done again.
  mutating func add(_ new: [String], at now: Instant) {
    if times.count > Self.mostNames { times = times.filter { $0.value + Self.spacing > now } }
    for name in new where !names.contains(name) {
      if let last = times[name], now - last < Self.spacing { continue }
      names.append(name)
    }
  }

  /// Takes the next one, which is done now; nil when there is none.
  mutating func take(at now: Instant) -> String? {
    guard !names.isEmpty else { return nil }
    let name = names.removeFirst()
    times[name] = now
    return name
  }
}
