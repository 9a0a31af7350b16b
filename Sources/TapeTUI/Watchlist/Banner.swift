public import TapeDomain

/// The line under the header while prices may be out of date; the countdown is the view's.
public struct Banner: Hashable, Sendable {
  /// What happened, in a sentence or two; behind the name of a source when it happened to that one alone.
  public var text: String
  /// That name; empty when it happened to all.
  public var subject: String
  /// Why, as far as it is known; empty when there is nothing to add.
  public var reason: String
  /// The number of the try; nil when nothing is tried.
  public var attempt: Int?
  /// When the next try starts; nil while one is under way or none will be.
  public var retryAt: Instant?
  /// Whether to say that `r` tries at once.
  public var canRetry: Bool

  /// A banner of those words.
  public init(
    text: String, subject: String = "", reason: String, attempt: Int?, retryAt: Instant?, canRetry: Bool
  ) {
    self.subject = subject
    self.text = text
    self.reason = reason
    self.attempt = attempt
    self.retryAt = retryAt
    self.canRetry = canRetry
  }
}

extension Banner {
  /// The banner as it was once: no key retries, and the try is not counted down to.
  var recorded: Banner {
    Banner(text: text, subject: subject, reason: reason, attempt: nil, retryAt: nil, canRetry: false)
  }
}
