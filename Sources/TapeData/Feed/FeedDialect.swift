public import TapeDomain

/// How one venue's wire format becomes ``FeedMessage``s and ``FeedCommand``s become frames; one per connection.
///
/// Nothing above this folder knows a venue.
public protocol FeedDialect: Sendable {
  /// What the source promises and allows.
  var terms: FeedTerms { get }
  /// Forgets the connection's state (its frame count); called after every upgrade.
  mutating func begin()
  /// Goes on in the middle of a connection whose newest message had that number; for a source that numbers nothing.
  mutating func resume(above number: Int)
  /// Reads the text frames that lie at `frames` in the bytes of one read, and appends what they say.
  mutating func decode(_ frames: [Range<Int>], of bytes: Span<UInt8>, into messages: inout [FeedMessage])
  /// The frames that say `command`, each at most 16 KiB.
  func encode(_ command: FeedCommand) -> [[UInt8]]
  /// The frames that say `command` as number `request` of its connection, to a source whose terms have it confirmed.
  func encode(_ command: FeedCommand, request: Int) -> [[UInt8]]
  /// The first frame after the upgrade, when the source takes its token there.
  func authentication(token: String) -> [UInt8]?
  /// The frames that are said on each connection before any command.
  func opening() -> [[UInt8]]
  /// What is known of a symbol without asking for it; empty when it has to be asked for.
  func foreknowledge(of symbol: Symbol) -> [FeedMessage]
}

extension FeedDialect {
  /// The native protocol's terms.
  public var terms: FeedTerms { FeedTerms() }
  /// Nothing: the source numbers its messages.
  public mutating func resume(above number: Int) {}
  /// The same as without a number.
  public func encode(_ command: FeedCommand, request: Int) -> [[UInt8]] { encode(command) }
  /// No token.
  public func authentication(token: String) -> [UInt8]? { nil }
  /// Nothing.
  public func opening() -> [[UInt8]] { [] }
  /// Nothing.
  public func foreknowledge(of symbol: Symbol) -> [FeedMessage] { [] }

  /// Reads one text frame and appends what it says.
  mutating func decode(_ frame: Span<UInt8>, into messages: inout [FeedMessage]) {
    decode([0..<frame.count], of: frame, into: &messages)
  }
}
