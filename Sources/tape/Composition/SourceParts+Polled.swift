import TapeData
import TapeDomain
import TapeTUI
import TapeWebSocket

extension SourceParts {
  /// The parts of a source that is asked for its prices; nil for one that says them.
  ///
  /// - Throws: ``UsageError`` for a URL that is none or a block of the settings that is missing, `TokenError` for a key that
  ///   is missing or may not be sent there.
  static func polled(
    _ profile: SourceProfile, _ options: Options, environment: [String: String], time: TimeSource
  ) throws -> SourceParts? {
    guard let poll = profile.poll else { return nil }
    let preset = profile.name == SourceProfile.described ? try preset(options) : nil
    let address = try ServerAddress(
      polled: options.rest ?? options.rests[profile.name] ?? preset?.endpoint ?? profile.rest)
    let credentials = try profile.credentials(in: environment)
    let filled = try preset?.filled(from: environment)
    let hasKeys = credentials != nil || filled?.secrets.isEmpty == false
    if hasKeys, let refusal = Credentials.refusal(isSecure: address.isSecure, host: address.host) {
      throw TokenError(sentence: refusal)
    }
    let base = "\(address.isSecure ? "https" : "http")://\(address.quotes.hostHeader)\(address.path)"
    let context = VenueContext { time.wall }
    var graphQL: (preset: GraphQLPreset, filled: GraphQLPreset.Filled)?
    if var preset, let filled {
      preset.endpoint = base
      graphQL = (preset, filled)
    }
    let place = PollPlace(base: base, credentials: credentials, context: context, graphQL: graphQL)
    guard let source = poll(place) else { throw UsageError(sentence: missingPreset) }
    let symbols = options.symbols.isEmpty ? profile.defaults.compactMap { Symbol($0) } : options.symbols
    let title = preset?.name ?? profile.title
    return SourceParts(
      quotes: address.quotes, dialect: profile.dialect(context), address: nil,
      venue: Venue(
        profile: profile, context: context, rest: base, office: base, credentials: credentials,
        symbols: symbols), tokens: nil,
      credentials: credentials,
      label: SourceLabel(word: title.uppercased(), quality: profile.quality, isSimulated: false),
      listName: options.symbols.isEmpty ? "\(title) list" : "Symbols",
      poll: Poll(source: source, secrets: filled?.secrets ?? credentials?.secrets ?? []))
  }

  static let missingPreset =
    "The source graphql is described in the settings: put a \"graphql\" block into config.json"
    + " (docs/sources/graphql.md has one)."

  private static func preset(_ options: Options) throws(UsageError) -> GraphQLPreset {
    guard let preset = options.graphQL else { throw UsageError(sentence: missingPreset) }
    if options.symbols.isEmpty {
      throw UsageError(sentence: "The source graphql has no list of its own: name the symbols to watch.")
    }
    return preset
  }
}

extension ServerAddress {
  /// The address of a polled source.
  ///
  /// - Throws: ``UsageError`` when it is none.
  fileprivate init(polled text: String) throws(UsageError) {
    do {
      try self.init(text)
    } catch {
      throw UsageError(sentence: error.sentence)
    }
  }
}
