import TapeDomain

/// When the line under the header is due, and what it says.
///
/// It counts from when the link was declared down, so that neither a slow tick nor a repeated status delays it.
enum BannerRule {
  /// A shorter interruption shows no banner, so that a blip does not flicker it.
  static let delay = Duration.seconds(2)

  /// The banner of that status at `now`; nil when none is due.
  ///
  /// - Parameter subject: The source whose status it is, where a list mixes several and it is not that of all.
  static func banner(for status: FeedStatus, of subject: String = "", at now: Instant) -> Banner? {
    guard var banner = banner(of: status, at: now) else { return nil }
    guard !subject.isEmpty, let first = banner.text.first else { return banner }
    banner.subject = subject
    banner.text = "\(subject): \(first.lowercased())\(banner.text.dropFirst())"
    return banner
  }

  private static func banner(of status: FeedStatus, at now: Instant) -> Banner? {
    if let due = dueTime(of: status), due > now { return nil }
    switch status {
    case .connecting, .live, .suspended:
      return nil
    case .late:
      return Banner(
        text: "Prices arrive late. They may be out of date.", reason: "", attempt: nil, retryAt: nil,
        canRetry: false)
    case .reconnecting(let attempt, let retryAt, _, let reason):
      return Banner(
        text: "Reconnecting. Prices may be out of date.",
        reason: TextSanitizer.clean(reason, maximum: TextSanitizer.sentenceMaximum),
        attempt: attempt, retryAt: retryAt, canRetry: true)
    case .refused(let reason):
      // The sentence says itself what to do, which is not always to press a key.
      return Banner(
        text: TextSanitizer.clean(reason, maximum: TextSanitizer.sentenceMaximum), reason: "", attempt: nil,
        retryAt: nil, canRetry: false)
    }
  }

  /// When a banner that is not due yet will be; nil when only another status can bring one.
  static func wakeTime(for status: FeedStatus, at now: Instant) -> Instant? {
    dueTime(of: status).flatMap { $0 > now ? $0 : nil }
  }

  private static func dueTime(of status: FeedStatus) -> Instant? {
    switch status {
    case .late(let since), .reconnecting(_, _, let since, _): since + delay
    case .connecting, .live, .suspended, .refused: nil
    }
  }
}
