import TapeData
import TapeDomain
import TapeExchange
import TapeTUI
import TapeWebSocket

/// The live objects of one run, from the socket to the use case; the only place that names them together.
struct LivePipeline {
  let source: SourceParts
  let watchlist: any WatchlistRepository
  /// Finds instruments to add to lists; nil where the source cannot be asked.
  let finder: (any InstrumentFinder)?
  /// Calls of the server's HTTP interface; nil for a venue.
  let call: ServerCall?
  let connection: any QuoteLink
  let repository: LiveQuotesRepository
  let watch: any WatchQuotesUseCase
  let time: TimeSource
  /// The demo's own exchange; nil when a server is watched.
  let exchange: DemoExchange?
  /// Records what happens; nil when nobody could ask for it.
  let recorder: TapeRecorder?
  private let pump: Task<Void, Never>
  private let side: Task<Void, Never>?

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
    let source = try SourceParts.make(
      options, exchange: try await exchange?.start(), environment: environment, time: time)
    // A token that cannot be used is found before the screen opens.
    _ = try await source.tokens?.token()
    // So is a proxy.
    let proxies = ProxyEnvironment(environment)
    _ = try proxies.usesProxy(for: source.quotes)
    let recorder = try recorder(options, source: source, time: time, announce: announce)
    let http = HTTPClient(trust: trust, proxies: proxies, userAgent: "tape/\(tapeVersion)")
    let parts = SourceLink(source, http: http, recorder: recorder, log: log, time: time) { recorder in
      QuoteSocketConnection(
        url: source.quotes,
        connector: SocketConnector(thread: thread, trust: trust, proxies: proxies),
        configuration: socketConfiguration(options), dialect: source.dialect,
        tokens: source.tokens, credentials: source.credentials, time: time,
        jitter: { Int.random(in: 500...1500) }, recorder: recorder, log: { log.write($0) })
    }
    let connection = parts.link
    let repository = LiveQuotesRepository(
      socket: connection, time: time, maxRate: maxRate(tick: options.tick), terms: source.dialect.terms,
      log: { log.write($0) })
    let pump = Task { await repository.run() }
    let directory = source.venue.map {
      InstrumentDirectory($0, environment: environment, trust: trust, proxies: proxies, log: log, time: time)
    }
    var side: Task<Void, Never>?
    if let directory {
      // Some venues cut a connection that does not subscribe at once, and what is subscribed is checked first.
      side = Task {
        await directory.prepare()
        await connection.start()
        await parts.market?.run()
      }
    } else {
      await connection.start()
    }
    if exchange == nil {
      NetworkWatch.start(on: thread) { [weak connection] in connection?.networkChanged() }
    }
    let call = source.address.map {
      ServerCall(
        server: $0, http: HTTPClient(trust: trust, proxies: proxies, userAgent: "tape/\(tapeVersion)"),
        tokens: source.tokens)
    }
    var finder: (any InstrumentFinder)?
    if let directory { finder = VenueInstrumentFinder(directory) }
    if let call { finder = RemoteInstrumentFinder(call) }
    let watch = ThrottledWatchQuotesUseCase(quotes: repository, time: time, tick: options.tick)
    let list = watchlist(
      options, source: source, directory: directory, trust: trust, proxies: proxies, log: log, time: time)
    return LivePipeline(
      source: source, watchlist: recorder.map { RecordedWatchlistRepository(list, recorder: $0) } ?? list,
      finder: finder, call: call,
      connection: connection, repository: repository, watch: watch, time: time, exchange: exchange,
      recorder: recorder, pump: pump, side: side)
  }

  /// Ends the link and the exchange.
  func stop() async {
    pump.cancel()
    side?.cancel()
    await connection.stop()
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
        limit: options.recordLimit, time: time, say: announce)
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

  /// Compression saves bytes on a link; within the process of the demo there is none.
  private static func socketConfiguration(_ options: Options) -> WebSocketConfiguration {
    var configuration = WebSocketConfiguration()
    // Within the 3 s of silence after which the link is given up, so that what a close frame said is not lost.
    configuration.closeTimeout = .seconds(2)
    configuration.allowsCompression =
      options.compression && (options.server != nil || options.source != .tape)
    return configuration
  }

  private static func watchlist(
    _ options: Options, source: SourceParts, directory: InstrumentDirectory?, trust: TLSTrust,
    proxies: ProxyEnvironment, log: LinkLog, time: TimeSource
  ) -> any WatchlistRepository {
    if let venue = source.venue, let directory {
      return VenueWatchlistRepository(symbols: venue.symbols, directory: directory, context: venue.context)
    }
    if !options.symbols.isEmpty { return FixedWatchlistRepository(symbols: options.symbols) }
    guard let address = source.address else { return FixedWatchlistRepository(symbols: []) }
    let http = HTTPClient(trust: trust, proxies: proxies, userAgent: "tape/\(tapeVersion)")
    return RemoteWatchlistRepository(
      server: address, http: http, tokens: source.tokens, wall: { time.wall }, log: { log.write($0) })
  }
}
