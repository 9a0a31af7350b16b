/// Text messages that lie whole, one after the other, in what one read brought.
///
/// A burst is one of these: thousands of messages cost no more than their places.
public struct WebSocketTexts: Equatable, Sendable {
  /// What the read brought.
  public let bytes: [UInt8]
  /// Where in it the messages are, in order; each is checked to be UTF-8.
  public let ranges: [Range<Int>]

  /// The number of messages.
  public var count: Int { ranges.count }

  /// A message.
  public subscript(index: Int) -> ArraySlice<UInt8> { bytes[ranges[index]] }
}
