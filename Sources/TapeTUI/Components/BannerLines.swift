import TapeDomain

/// The banner: what happened, then the try and its countdown, then the reason.
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

  /// How many lines of so many columns the text needs, at most ``ScreenAreas/maximumBanner``.
  func textLines(columns: Int) -> Int {
    typesetter.wrapped(text(columns: columns), to: columns, lines: ScreenAreas.maximumBanner).count
  }

  /// The banner in at most `lines` lines of so many columns; the essential comes first and is cut last.
  ///
  /// - Parameters:
  ///   - isCounting: Whether the time to the next try is shown, which makes the line change each second.
  ///   - isReasonCut: Whether a reason that does not fit is shown as far as it does, else not at all.
  func lines(
    at now: Instant, columns: Int, lines: Int, isCounting: Bool, isReasonCut: Bool = true
  ) -> [[Segment]] {
    let text = typesetter.wrapped(text(columns: columns), to: columns, lines: lines)
    var set = text.map { [Segment($0, .warning)] }
    guard let last = set.indices.last else { return [] }
    func room() -> Int {
      columns - set[last].reduce(0) { $0 + typesetter.columns($1.text) + Self.gap }
    }
    let details = detailsByNeed(at: now, isCounting: isCounting)
    if let words = details.first(where: { typesetter.columns($0) <= room() }), !words.isEmpty {
      set[last].append(Segment(typesetter.spelled(words), .normal))
    }
    if showsReason(in: room()) || (isReasonCut && !banner.reason.isEmpty && room() >= Self.leastWorth) {
      set[last].append(Segment(typesetter.cut(banner.reason, to: room()), .muted))
    }
    return set
  }

  /// The reason when the banner's lines have no room for all of it; nil when they say it.
  func reasonLeft(at now: Instant, columns: Int, lines: Int, isCounting: Bool) -> String? {
    let set = self.lines(at: now, columns: columns, lines: lines, isCounting: isCounting, isReasonCut: false)
    let isShown = banner.reason.isEmpty || set.last?.last?.role == .muted
    return isShown ? nil : typesetter.cut(banner.reason, to: columns)
  }

  /// The words about the next try, such as `try 3, next in 4 s · r retries now`.
  func details(at now: Instant, isCounting: Bool) -> String {
    detailsByNeed(at: now, isCounting: isCounting)[0]
  }

  /// The words about the next try, the fullest first; each piece is there whole or not at all.
  private func detailsByNeed(at now: Instant, isCounting: Bool) -> [String] {
    let retry = banner.canRetry ? "r retries now" : ""
    guard let attempt = banner.attempt else { return [retry] }
    let words = "try \(attempt)"
    var counting = words
    if banner.retryAt == nil { counting += " is under way" }
    if let seconds = secondsLeft(at: now), isCounting { counting += ", next in \(Self.words(for: seconds))" }
    let full = retry.isEmpty ? counting : "\(counting) \(typesetter.glyphs.dot) \(retry)"
    return [full, counting, words]
  }

  /// A time such as `4 s`, `59 min 46 s` or `2 h 5 min`.
  static func words(for seconds: Int64) -> String {
    switch seconds {
    case ...120: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min \(seconds % 60) s"
    default: "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
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

  /// The text, or what matters of it where it does not fit on a line; the header says the rest.
  private func text(columns: Int) -> String {
    let isShort = typesetter.columns(banner.text) <= columns
    if isShort || !banner.text.hasSuffix("may be out of date.") { return banner.text }
    return banner.subject.isEmpty ? Self.essence : "\(banner.subject): may be out of date."
  }

  private func showsReason(in room: Int) -> Bool {
    !banner.reason.isEmpty && typesetter.columns(banner.reason) <= room
  }

  private static let essence = "Prices may be out of date."
  /// The fewest columns that the beginning of a part is worth showing in.
  private static let leastWorth = 12
}
