import TapeData

/// Options that make no sense together.
enum OptionConflict {
  /// Refuses options that exclude each other, naming both.
  static func check(_ options: Options) throws(UsageError) {
    if options.plain, options.once { throw exclusive("--plain", "--once") }
    if options.tour, options.scriptFile != nil { throw exclusive("--tour", "--script") }
    if (options.tlsCertificate == nil) != (options.tlsKey == nil) {
      let missing = options.tlsKey == nil ? "--tls-key" : "--tls-cert"
      throw UsageError(sentence: "--tls-cert and --tls-key go together: \(missing) is missing.")
    }
    if options.recordLimit != nil, options.tapeFile == nil {
      throw UsageError(sentence: "--record-limit goes with --record FILE.")
    }
    if let end = options.to, end <= options.from {
      throw UsageError(sentence: "--to must be later than --from.")
    }
    if options.command == .serve, options.tapeFile != nil,
      options.rate != nil || options.symbolCount != nil || options.serveToken != nil
    {
      throw UsageError(
        sentence: "--tape plays a recording to everybody: --rate, --symbols and --token do not go with it.")
    }
    if options.plain, options.stats {
      throw UsageError(sentence: "--stats prints at exit, and --plain ends by a signal only. Leave one out.")
    }
  }

  /// Refuses options that do not fit the source.
  static func check(source options: Options) throws(UsageError) {
    try check(addresses: options)
    if let profile = options.source.profile {
      guard options.tokenFile == nil else {
        let keys = profile.keys.map(\.name).joined(separator: " and ")
        throw UsageError(
          sentence: (keys.isEmpty
            ? "\(profile.title) needs no token." : "\(profile.title) takes its key from \(keys).")
            + " Leave --token-file out, and token_file of the settings.")
      }
      guard options.tokenCommand == nil else {
        throw UsageError(
          sentence: "\(profile.title) needs no token. Leave token_command out of the settings.")
      }
    } else if options.rest != nil {
      throw UsageError(
        sentence: "--rest goes with a source of another protocol: name it with --source, or leave --rest out."
      )
    }
  }

  /// Refuses addresses that no source would take: a stream's of one that has none, and what is no address.
  static func check(addresses options: Options) throws(UsageError) {
    if let profile = options.source.profile, options.server != nil { try check(stream: profile) }
    for name in options.servers.keys.sorted() {
      if let profile = SourceCatalog.profile(named: name) { try check(stream: profile) }
    }
    for (_, url) in (Array(options.servers) + Array(options.rests)).sorted(by: { $0.key < $1.key }) {
      _ = try ListOrigin.server(url)
    }
  }

  private static func check(stream profile: SourceProfile) throws(UsageError) {
    guard profile.poll != nil else { return }
    throw UsageError(
      sentence: "\(profile.title) is asked over HTTP and has no stream: --server does not go with it. "
        + "Give the address with --rest URL, or --rest \(profile.name)=URL in a list of several sources.")
  }

  private static func exclusive(_ left: String, _ right: String) -> UsageError {
    UsageError(sentence: "The options \(left) and \(right) exclude each other. Leave one out.")
  }
}
