public import TapeDomain

/// What an answer of a polled source says.
public struct PollAnswer: Equatable, Sendable {
  /// The prices as whole snapshots, and errors that name a symbol; in the order in which they are to be told.
  public var messages: [FeedMessage]
  /// Why it brought no prices at all; nil when it is good, though not for each symbol.
  public var failure: PollFailure?
  /// What the source says is left; nil when it does not say.
  public var allowance: PollAllowance?
  /// The symbols that the source does not serve just now, so that they are asked for again as soon as may be.
  public var later: [Symbol] = []
  /// The symbols of which there is more to say now than when their prices came.
  public var renewed: [Symbol] = []
  /// The errands that are due, by name; one that was done a short while ago is not done again.
  public var errands: [String] = []

  /// An answer of those values.
  public init(
    _ messages: [FeedMessage] = [], failure: PollFailure? = nil, allowance: PollAllowance? = nil,
    later: [Symbol] = [], renewed: [Symbol] = [], errands: [String] = []
  ) {
    self.later = later
    self.renewed = renewed
    self.messages = messages
    self.failure = failure
    self.allowance = allowance
    self.errands = errands
  }
}
