public import TapeDomain

/// What is asked over HTTP beside the stream of a source.
public struct StreamSupplement: Sendable {
  /// The most symbols that the stream takes.
  public let room: Int
  /// Makes the requests for prices, below a base and with keys; without keys it only reads answers of a recording.
  public let requests: @Sendable (VenueContext, _ base: String, Credentials?) -> any PollSource
  /// Makes what asks for the state of the market, with a way to know the offset of a time zone.
  public let hours: @Sendable (_ offset: @escaping @Sendable (String, Timestamp) -> Int?) -> any MarketHours
  /// The base of lists and of the market's state, which may depend on the key; nil when it is that of prices.
  public var office: (@Sendable (Credentials) -> String)?
}
