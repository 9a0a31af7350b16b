import TapeDomain

/// The line of a replay: a bar that shows the place on the tape, the share that was played, and the time since its beginning.
struct ReplayLine: Sendable {
  /// The most columns of the bar.
  static let widest = 40

  private let state: ReplayState

  /// The line of that place.
  init(_ state: ReplayState) {
    self.state = state
  }

  /// The line in at most so many columns.
  func segments(columns: Int) -> [Segment] {
    let words =
      "\(state.permille / 10) %  \(Self.position(state.position))" + (state.isAtEnd ? "  the end" : "")
    let room = min(Self.widest, columns - words.utf8.count - 4)
    guard room >= 5 else { return [Segment(words, .simulated)] }
    let done = min(room, state.permille * room / 1000)
    let bar = String(repeating: "=", count: done) + String(repeating: "-", count: room - done)
    return [Segment("[\(bar)]", .simulated), Segment(words, .muted)]
  }

  /// What the header says first: REPLAY and the tape's time, so many seconds east of UTC.
  static func header(_ state: ReplayState, secondsFromUTC offset: Int) -> String {
    let civil = CivilTime(state.time, secondsFromUTC: offset)
    let date = [
      CivilTime.padded(civil.year, to: 4), CivilTime.padded(civil.month), CivilTime.padded(civil.dayOfMonth),
    ].joined(separator: "-")
    let motion = state.isAtEnd ? "ended" : state.isPaused ? "paused" : state.speed
    return "REPLAY \(date) \(civil.clock):\(CivilTime.padded(civil.second)) \(motion)"
  }

  /// A time such as `1:02:03` or `2:03`.
  static func position(_ duration: Duration) -> String {
    let seconds = Int(max(0, duration.wholeMilliseconds / 1000))
    let minutes = "\(seconds / 60 % 60)"
    let rest = CivilTime.padded(seconds % 60)
    return seconds < 3600
      ? "\(minutes):\(rest)" : "\(seconds / 3600):\(CivilTime.padded(seconds / 60 % 60)):\(rest)"
  }
}
