public import TapeDomain

/// What a quote socket says to the repository.
public enum QuoteSocketEvent: Equatable, Sendable {
  /// A connection was upgraded and authenticated: send the whole set of subscriptions now.
  case connected
  /// The link's state changed. Anything but `.live` means that no price is proven current but those that are polled beside it.
  case status(FeedStatus)
  /// Everything one read delivered, received at that instant.
  case burst([FeedMessage], at: Instant)
}

/// A connection to a source that repairs itself for ever.
public protocol QuoteSocket: Sendable {
  /// The events, in order. One consumer. The socket is read again when the last burst was taken, so a slow consumer
  /// costs no memory: TCP is the only queue.
  func frames() -> AsyncStream<QuoteSocketEvent>
  /// Sends a command on the current connection; dropped without one, since `.connected` sends the whole set anew.
  func send(_ command: FeedCommand) async
  /// Reports too many malformed frames in a row, or another reason to start the connection afresh: closes it with
  /// `code`, says `reason` and reconnects with backoff.
  func fail(code: UInt16, reason: String) async
}
