import TapeDomain

/// The banner: what happened, then the try and its countdown, then as much of the reason as fits.
struct BannerLines: Sendable {
  /// The columns between two parts.
  static let gap = 2

  private let banner: Banner
  private let typesetter: Typesetter

  /// The lines of a banner.
  init(_ banner: Banner, typesetter: Typesetter) {
    self.banner = banner
    self.typesetter = typesetter
  }

  /// The banner in at most `lines` lines of so many columns; the essential comes first and is cut last.
  ///
  /// - Parameter isCounting: Whether the seconds to the next try are shown, which makes the line change each
  ///   second.
  func lines(at now: Instant, columns: Int, lines: Int, isCounting: Bool) -> [[Segment]] {
    let text = typesetter.wrapped(banner.text, to: columns, lines: lines)
    var set = text.map { [Segment($0, .warning)] }
    append(details(at: now, isCounting: isCounting), .normal, to: &set, columns: columns, lines: lines)
    append(banner.reason, .muted, to: &set, columns: columns, lines: lines)
    return set
  }

  /// The words about the next try, such as `try 3, next in 4 s · r retries now`.
  func details(at now: Instant, isCounting: Bool) -> String {
    var parts: [String] = []
    if let attempt = banner.attempt {
      var words = "try \(attempt)"
      if banner.retryAt == nil { words += " is under way" }
      if let seconds = secondsLeft(at: now), isCounting { words += ", next in \(seconds) s" }
      parts.append(words)
    }
    if banner.canRetry { parts.append("r retries now") }
    return parts.joined(separator: " \(typesetter.glyphs.dot) ")
  }

  /// When the countdown shows another number; nil when it stands still.
  static func nextChange(of banner: Banner, after now: Instant) -> Instant? {
    guard let retryAt = banner.retryAt, retryAt > now else { return nil }
    let rest = (retryAt - now).wholeNanoseconds % 1_000_000_000
    return now + .nanoseconds(rest == 0 ? 1_000_000_000 : rest)
  }

  private func secondsLeft(at now: Instant) -> Int64? {
    guard let retryAt = banner.retryAt else { return nil }
    // Rounded up: "in 1 s" until it begins.
    return max(0, ((retryAt - now).wholeNanoseconds + 999_999_999) / 1_000_000_000)
  }

  /// Adds a part behind the last line, else on a line of its own, else as much of it as is worth showing.
  private func append(
    _ text: String, _ role: Style.Role, to set: inout [[Segment]], columns: Int, lines: Int
  ) {
    guard !text.isEmpty, let last = set.last else { return }
    let room = columns - last.reduce(0) { $0 + typesetter.columns($1.text) + Self.gap }
    if typesetter.columns(text) <= room || (set.count >= lines && room >= Self.leastWorth) {
      set[set.count - 1].append(Segment(typesetter.cut(text, to: room), role))
    } else if set.count < lines {
      set.append([Segment(typesetter.cut(text, to: columns), role)])
    }
  }

  /// The fewest columns that the beginning of a part is worth showing in.
  private static let leastWorth = 12
}
