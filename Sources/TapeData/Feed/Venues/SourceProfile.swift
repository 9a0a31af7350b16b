public import TapeDomain

/// A source that tape knows by name: where it is, what its prices are, and how it is spoken to.
public struct SourceProfile: Sendable {
  /// What `--source` calls it.
  public let name: String
  /// What sentences call it.
  public let title: String
  /// What its prices are, for the header.
  public let quality: String
  /// The WebSocket endpoint.
  public let endpoint: String
  /// The base of its HTTP interface.
  public let rest: String
  /// What is watched when no symbols are given.
  public let defaults: [String]
  /// Makes its dialect.
  public let dialect: @Sendable (VenueContext) -> any FeedDialect
  /// The requests that list its instruments.
  public let listing: any InstrumentListing
  /// The keys of the user that it asks for; empty for a source without.
  public var keys: [KeyVariable] = []
  /// Where one gets keys.
  public var keyPage = ""
  /// Makes a source that is asked for its prices, nil where it is not described; nil for a source that says them.
  public var poll: (@Sendable (PollPlace) -> (any PollSource)?)?
  /// What its prices are, as a row says it that stands among rows of other sources.
  public var rowQuality = PriceQuality.asSource
  /// What it allows with a usual key, in words.
  public var limits = ""
  /// What stands beside its stream; nil for one that says everything.
  public var supplement: StreamSupplement?

  /// The user's keys in `environment`; nil for a source without.
  ///
  /// - Throws: ``TokenError`` when one is missing or cannot be one.
  public func credentials(in environment: [String: String]) throws(TokenError) -> Credentials? {
    if keys.isEmpty { return nil }
    return try Credentials(keys, of: title, page: keyPage, environment: environment)
  }

  /// The word of the header.
  public var word: String { title.uppercased() }
}

/// Every source that is known by name; what adding one takes is in docs/sources/README.md.
public enum SourceCatalog {
  /// The sources, in the order of the help.
  public static let all: [SourceProfile] = [
    .coinbase, .kraken, .binance, .finnhub, .alpaca, .twelveData, .graphQL,
  ]

  /// The source of that name; nil when there is none.
  public static func profile(named name: String) -> SourceProfile? {
    all.first { $0.name == name }
  }

  /// Whether there is a dialect of that name.
  public static func hasDialect(named name: String) -> Bool { name == "tape" || profile(named: name) != nil }

  /// The dialect of that name, `tape` being the native protocol; nil when there is none.
  public static func dialect(named name: String, context: VenueContext) -> (any FeedDialect)? {
    name == "tape" ? TapeDialect() : profile(named: name)?.dialect(context)
  }
}
