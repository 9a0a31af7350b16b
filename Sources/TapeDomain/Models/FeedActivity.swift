/// What a source that is asked for its prices is about, for the line under the list.
public enum FeedActivity: Hashable, Sendable {
  /// It is being asked for more than one request can bring: this one of so many.
  case asking(batch: Int, of: Int)
  /// It brought nothing, for the reason that the sentence says, and is asked again at that instant.
  case retrying(reason: String, at: Instant)
}
