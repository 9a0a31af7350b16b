import TapeDomain

/// What a source that is asked is about, on the line of messages while nothing else stands there.
struct ActivityLine: Sendable {
  private let activity: FeedActivity
  private let typesetter: Typesetter

  /// The line of an activity.
  init(_ activity: FeedActivity, typesetter: Typesetter) {
    self.activity = activity
    self.typesetter = typesetter
  }

  /// The words in at most so many columns: when it is tried again stays, the reason is cut.
  ///
  /// - Parameter isCounting: Whether the time to the next try is shown, which makes the line change each second.
  func words(at now: Instant, columns: Int, isCounting: Bool) -> String {
    switch activity {
    case .asking(let batch, let count): return typesetter.cut("asking \(batch)/\(count)", to: columns)
    case .retrying(let reason, let instant):
      let seconds = max(0, ((instant - now).wholeNanoseconds + 999_999_999) / 1_000_000_000)
      let dot = typesetter.glyphs.dot
      let next = isCounting ? "next in \(BannerLines.words(for: seconds)) \(dot) r asks now" : "r asks now"
      let reason = TextSanitizer.clean(reason)
      let room = columns - typesetter.columns(next) - BannerLines.gap
      guard room >= 12 else { return typesetter.cut(next, to: columns) }
      let gap = String(repeating: " ", count: BannerLines.gap)
      return typesetter.cut(typesetter.spelled(reason), to: room) + gap + typesetter.spelled(next)
    }
  }

  /// When the words change by themselves; nil when they stand still.
  static func nextChange(of activity: FeedActivity, after now: Instant) -> Instant? {
    guard case .retrying(_, let instant) = activity, instant > now else { return nil }
    let rest = (instant - now).wholeNanoseconds % 1_000_000_000
    return now + .nanoseconds(rest == 0 ? 1_000_000_000 : rest)
  }
}
