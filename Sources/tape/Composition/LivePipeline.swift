import TapeData
import TapeDomain
import TapeExchange
import TapeTUI
import TapeWebSocket

/// The live objects of one run, from the socket to the use case; the only place that names them together.
struct LivePipeline {
  let links: SourceLinks
  let watchlist: any WatchlistRepository
  /// Finds instruments to add to lists.
  let finder: any InstrumentFinder
  /// Calls of the server's HTTP interface; nil for a venue.
  let call: ServerCall?
  let watch: any WatchQuotesUseCase
  let time: TimeSource
  /// The demo's own exchange; nil when a server is watched.
  let exchange: DemoExchange?
  /// Records what happens; nil when nobody could ask for it.
  let recorder: TapeRecorder?

  /// The link of the run's source.
  var main: SourceLink { links.main }

  /// Where the prices come from.
  var source: SourceParts { main.source }

  /// Builds and starts everything: the exchange when no server is configured, the connection, the repository.
  static func start(
    _ options: Options, environment: [String: String], log: LinkLog, time: TimeSource,
    announce: @escaping @Sendable (String) -> Void = { StandardError.say($0) }
  ) async throws -> LivePipeline {
    let trust = TLSTrust(caFile: options.caFile, environment: environment)
    // Authorities that were asked for by name are looked at before the screen opens.
    if options.caFile != nil { try check(trust) }
    let thread = try SocketThread()
    let exchange =
      options.source == .tape && options.server == nil
      ? DemoExchange(configuration: ExchangeConfiguration(options), time: time, thread: thread) : nil
    let source = try SourceParts.first(
      options, exchange: try await exchange?.start(), environment: environment, time: time)
    // A token that cannot be used is found before the screen opens.
    _ = try await source.tokens?.token()
    // So is a proxy.
    let proxies = ProxyEnvironment(environment)
    _ = try proxies.usesProxy(for: source.quotes)
    let recorder = try recorder(options, source: source, time: time, announce: announce)
    let surroundings = LinkSurroundings(
      thread: thread, trust: trust, proxies: proxies, environment: environment, log: log, time: time)
    let main = SourceLink(source, options: options, recorder: recorder, in: surroundings)
    await main.start()
    let links = SourceLinks(main: main, options: options, in: surroundings)
    if exchange == nil {
      NetworkWatch.start(on: thread) { [weak links] in links?.all.forEach { $0.link.networkChanged() } }
    }
    let call = source.address.map {
      ServerCall(
        server: $0, http: surroundings.http, tokens: source.tokens)
    }
    var finder: (any InstrumentFinder)?
    if let directory = main.directory { finder = VenueInstrumentFinder(directory) }
    if let call { finder = RemoteInstrumentFinder(call) }
    let watch = ThrottledWatchQuotesUseCase(quotes: links.quotes, time: time, tick: options.tick)
    let list = RoutedWatchlistRepository(
      base: watchlist(options, source: source, directory: main.directory, in: surroundings), links: links)
    let recorded = recorder.map { RecordedWatchlistRepository(list, recorder: $0, entry: links.own) }
    if options.tapeFile != nil, links.isMixed {
      announce("The recording holds the prices of \(links.mainName) alone.")
    }
    return LivePipeline(
      links: links, watchlist: recorded ?? list,
      finder: RoutedInstrumentFinder(base: finder, links: links), call: call,
      watch: watch, time: time, exchange: exchange, recorder: recorder)
  }

  /// Ends the link and the exchange.
  func stop() async {
    await links.stop()
    await exchange?.stop()
    await recorder?.stop()
  }

  /// The recorder of a file, or of the last minutes where a key can ask for them.
  private static func recorder(
    _ options: Options, source: SourceParts, time: TimeSource,
    announce: @escaping @Sendable (String) -> Void
  ) throws(StartError) -> TapeRecorder? {
    if options.tapeFile == nil, !options.hasKeys { return nil }
    do {
      return try TapeRecorder(
        source: source.venue?.profile.name ?? "tape", dialect: source.dialect, file: options.tapeFile,
        limit: options.recordLimit, keepsLastMinutes: options.hasKeys, time: time, say: announce)
    } catch {
      throw StartError(sentence: error.sentence)
    }
  }

  /// How many updates a second of each symbol the screen can use: one a tick, rounded up.
  static func maxRate(tick: Duration) -> Int {
    let milliseconds = max(1, Int(tick.wholeMilliseconds))
    return max(1, (1000 + milliseconds - 1) / milliseconds)
  }

  private static func check(_ trust: TLSTrust) throws(StartError) {
    do {
      try trust.check()
    } catch {
      throw StartError(sentence: error.sentence)
    }
  }

  private static func watchlist(
    _ options: Options, source: SourceParts, directory: InstrumentDirectory?,
    in surroundings: LinkSurroundings
  ) -> any WatchlistRepository {
    if let venue = source.venue, let directory {
      return VenueWatchlistRepository(symbols: venue.symbols, directory: directory, context: venue.context)
    }
    if !options.symbols.isEmpty { return FixedWatchlistRepository(symbols: options.symbols) }
    guard let address = source.address else { return FixedWatchlistRepository(symbols: []) }
    let (log, time) = (surroundings.log, surroundings.time)
    return RemoteWatchlistRepository(
      server: address, http: surroundings.http, tokens: source.tokens, wall: { time.wall },
      log: { log.write($0) })
  }
}
