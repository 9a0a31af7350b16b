import TapeDomain

/// What is said of the source while it is asked.
extension PollSchedule {
  /// A wait that is longer than this is worth a word.
  private static let longWait = Duration.seconds(90)

  /// How often it is asked, in words.
  var words: String { "polled every \(period.words)" }

  /// Notes what the source is about; tells it when that is something else.
  mutating func describe(at clock: PollClock) -> [Action] {
    if working.isEmpty, division.isEmpty, entries.due(at: clock.now).isEmpty { round.end() }
    let new = wordsOfActivity(at: clock)
    guard new != activity else { return [] }
    activity = new
    return [.describe]
  }

  private func wordsOfActivity(at clock: PollClock) -> FeedActivity? {
    guard isAsking else { return nil }
    if retry.failures > 0 {
      // The banner says it while there is one.
      guard phase == .live else { return nil }
      return .retrying(reason: retry.reason, at: nextTry(at: clock))
    }
    let next = budget.earliest(1, at: clock)
    if let perDay = budget.perDay, next > clock.now + Self.longWait, budget.leftToday(at: clock) == 0 {
      return .retrying(reason: "The \(perDay) credits of the day are used at \(terms.title).", at: next)
    }
    return round.progress.map { .asking(batch: $0.batch, of: $0.of) }
  }
}
