/// How one venue's wire format becomes ``FeedMessage``s and ``FeedCommand``s become frames; one per connection.
///
/// Nothing above this folder knows a venue.
public protocol FeedDialect: Sendable {
  /// Forgets the connection's state (its frame count); called after every upgrade.
  mutating func begin()
  /// Reads the text frames that lie at `frames` in the bytes of one read, and appends what they say.
  mutating func decode(_ frames: [Range<Int>], of bytes: Span<UInt8>, into messages: inout [FeedMessage])
  /// The frames that say `command`, each at most 16 KiB.
  func encode(_ command: FeedCommand) -> [[UInt8]]
  /// The first frame after the upgrade, when the source takes its token there.
  func authentication(token: String) -> [UInt8]?
}

extension FeedDialect {
  /// Reads one text frame and appends what it says.
  mutating func decode(_ frame: Span<UInt8>, into messages: inout [FeedMessage]) {
    decode([0..<frame.count], of: frame, into: &messages)
  }
}
