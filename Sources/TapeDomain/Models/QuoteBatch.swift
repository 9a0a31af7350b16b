/// What changed since the previous batch, and the state of the feed.
public struct QuoteBatch: Hashable, Sendable {
  /// The symbols whose quote or freshness changed, and only those.
  public var changes: [Symbol: LiveQuote]
  /// The state of the link.
  public var feed: FeedStatus
  /// The server's clock; nil until a first heartbeat.
  public var clock: ServerClock?
  /// What the source says it is; nil while it has not.
  public var source: FeedSource?
  /// How many connections were made so far; a link that came back within a tick shows here and nowhere else.
  public var connections: Int
  /// A message of the source for the user that came since the previous batch.
  public var notice: String?

  /// A batch of those changes.
  public init(
    changes: [Symbol: LiveQuote], feed: FeedStatus, clock: ServerClock? = nil, source: FeedSource? = nil,
    connections: Int = 0, notice: String? = nil
  ) {
    self.changes = changes
    self.feed = feed
    self.clock = clock
    self.source = source
    self.connections = connections
    self.notice = notice
  }
}
