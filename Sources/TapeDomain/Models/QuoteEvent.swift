/// What a quotes repository says; a burst of these crosses to a watcher at once.
public enum QuoteEvent: Hashable, Sendable {
  /// A quote that is proven current.
  case quote(Quote)
  /// These symbols may be out of date from now on; their last quotes stay known.
  case interrupted(Set<Symbol>)
  /// The symbol has no quote, and why.
  case absent(Symbol, LiveQuote.Absence)
  /// The link's state changed.
  case feed(FeedStatus)
  /// The server's clock, first heard or corrected.
  case clock(ServerClock)
  /// The source says what it is.
  case source(FeedSource)
  /// How many connections were made so far: one more after each reconnect.
  case connections(Int)
  /// A message of the source for the user, about no symbol in particular.
  case notice(String)
}
