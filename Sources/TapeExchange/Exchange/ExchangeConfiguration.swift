/// What a demo exchange is started with.
public struct ExchangeConfiguration: Equatable, Sendable {
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port; 0 takes a free one.
  public var port = 0
  /// The token that clients must present; nil lets everybody in.
  public var token: String?
  /// What the market's whole stream follows from.
  public var seed: UInt64 = 1
  /// How many instruments are listed: the named ones first, then generated ones.
  public var symbolCount = Self.namedSymbolCount
  /// Updates a second over all instruments; nil gives each its own pace, 0 is a market that never moves by itself.
  public var rate: Int?

  /// Whether the prices of the last seconds are remembered, for an oracle.
  public var keepsHistory = false

  /// How many instruments have a name of their own.
  public static let namedSymbolCount = InstrumentCatalog.namedCount

  /// The defaults: fifty instruments on a free loopback port, no token.
  public init() {}
}
