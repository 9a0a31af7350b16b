import TapeData
import TapeDomain
import TapeTUI
import TapeWebSocket

/// Where the prices of a run come from: an address, how it is spoken to, a token, and how the screen names it.
struct SourceParts {
  /// A source that is known by name.
  struct Venue {
    let profile: SourceProfile
    let context: VenueContext
    /// The base of its HTTP interface.
    let rest: String
    /// The base of its lists and of the state of its market.
    let office: String
    /// The user's keys; nil for a source without.
    let credentials: Credentials?
    /// What is watched.
    let symbols: [Symbol]
  }

  /// A source that is asked for its prices.
  struct Poll {
    let source: any PollSource
    /// What must never be shown or recorded.
    let secrets: [String]
  }

  /// Where the quotes are.
  let quotes: WebSocketURL
  /// How they are spoken.
  let dialect: any FeedDialect
  /// The base address of a server of the native protocol; nil for a venue.
  let address: ServerAddress?
  /// The venue; nil for a server of the native protocol.
  let venue: Venue?
  /// The server's token; nil when none is configured.
  let tokens: (any TokenSource)?
  /// The user's keys; nil for a source without.
  var credentials: Credentials?
  /// How the header names the source.
  let label: SourceLabel
  /// What the list is called.
  let listName: String
  /// How it is asked; nil for a source that says its prices.
  var poll: Poll?

  /// The source that the options ask for; `exchange` is the base URL of the embedded exchange when there is one.
  ///
  /// - Throws: ``UsageError`` for a URL that is none, `TokenError` for a key that is missing or may not be sent there.
  static func make(
    _ options: Options, exchange: String?, environment: [String: String], time: TimeSource
  ) throws -> SourceParts {
    if let profile = options.source.profile {
      if let parts = try polled(profile, options, environment: environment, time: time) { return parts }
      return try venue(profile, options, environment: environment, time: time)
    }
    let address = try address(exchange ?? options.server ?? "")
    let listName = options.symbols.isEmpty ? "Core list" : "Symbols"
    let label =
      exchange != nil
      ? SourceLabel(word: "DEMO", quality: "simulated prices", isSimulated: true)
      : SourceLabel(word: "", quality: address.quotes.hostHeader, isSimulated: false)
    let tokens = exchange == nil ? tokens(options, environment: environment) : nil
    return SourceParts(
      quotes: address.quotes, dialect: TapeDialect(), address: address, venue: nil, tokens: tokens,
      label: label,
      listName: listName)
  }

  private static func venue(
    _ profile: SourceProfile, _ options: Options, environment: [String: String], time: TimeSource
  ) throws -> SourceParts {
    let endpoint = try address(options.server ?? options.servers[profile.name] ?? profile.endpoint)
    let quotes = WebSocketURL(
      isSecure: endpoint.isSecure, host: endpoint.host, port: endpoint.port,
      resource: endpoint.path.isEmpty ? "/" : endpoint.path)
    let rest = try address(options.rest ?? options.rests[profile.name] ?? profile.rest)
    let credentials = try profile.credentials(in: environment)
    if credentials != nil, let refusal = refusal(of: endpoint) ?? refusal(of: rest) {
      throw TokenError(sentence: refusal)
    }
    let scheme = rest.isSecure ? "https" : "http"
    let context = VenueContext { time.wall }
    let symbols = options.symbols.isEmpty ? profile.defaults.compactMap { Symbol($0) } : options.symbols
    let base = "\(scheme)://\(rest.quotes.hostHeader)\(rest.path)"
    let office =
      options.rest == nil && options.rests[profile.name] == nil
      ? credentials.flatMap { profile.supplement?.office?($0) } : nil
    let venue = Venue(
      profile: profile, context: context, rest: base, office: office ?? base, credentials: credentials,
      symbols: symbols)
    let label = SourceLabel(word: profile.word, quality: profile.quality, isSimulated: false)
    return SourceParts(
      quotes: quotes, dialect: profile.dialect(context), address: nil, venue: venue, tokens: nil,
      credentials: credentials, label: label,
      listName: options.symbols.isEmpty ? "\(profile.title) list" : "Symbols")
  }

  /// Why keys are not sent to that address.
  private static func refusal(of address: ServerAddress) -> String? {
    Credentials.refusal(isSecure: address.isSecure, host: address.host)
  }

  private static func address(_ text: String) throws(UsageError) -> ServerAddress {
    do {
      return try ServerAddress(text)
    } catch {
      throw UsageError(sentence: error.sentence)
    }
  }

  private static func tokens(_ options: Options, environment: [String: String]) -> (any TokenSource)? {
    if let file = options.tokenFile { return FileTokenSource(path: file, hasKeys: options.hasKeys) }
    if let words = options.tokenCommand { return CommandTokenSource(words: words, hasKeys: options.hasKeys) }
    let value = environment["TAPE_TOKEN"] ?? ""
    return value.isEmpty ? nil : EnvironmentTokenSource(environment: environment)
  }
}
