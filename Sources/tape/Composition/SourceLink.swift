import TapeData
import TapeDomain
import TapeTUI
import TapeWebSocket

/// The link to one source with the repository behind it.
struct SourceLink: Sendable {
  let source: SourceParts
  let link: any QuoteLink
  let repository: LiveQuotesRepository
  /// The instruments of a venue; nil for a server of the native protocol.
  let directory: InstrumentDirectory?
  private let pump: Task<Void, Never>
  /// What asks for the state of the market; nil for a source that says it, or has none.
  private let market: MarketWatch?

  /// Makes the link; ``start()`` sets it going.
  init(_ source: SourceParts, options: Options, recorder: TapeRecorder?, in surroundings: LinkSurroundings) {
    self.source = source
    let time = surroundings.time
    let log = surroundings.log
    let (link, market) = Self.link(to: source, options: options, recorder: recorder, in: surroundings)
    self.link = link
    self.market = market
    let repository = LiveQuotesRepository(
      socket: link, time: time, maxRate: LivePipeline.maxRate(tick: options.tick),
      terms: source.dialect.terms, log: { log.write($0) })
    self.repository = repository
    pump = Task { await repository.run() }
    directory = source.venue.map {
      InstrumentDirectory(
        $0, environment: surroundings.environment, http: surroundings.http, log: log, time: time)
    }
  }

  /// Sets the link going.
  func start() async {
    guard let directory else { return await link.start() }
    // Some venues cut a connection that does not subscribe at once, and what is subscribed is checked first.
    Task { [link, market] in
      await directory.prepare()
      await link.start()
      await market?.run()
    }
  }

  /// Ends it.
  func stop() async {
    pump.cancel()
    await market?.stop()
    await link.stop()
  }

  /// The stream, with requests beside it where the source has them.
  private static func link(
    to source: SourceParts, options: Options, recorder: TapeRecorder?, in surroundings: LinkSurroundings
  ) -> (any QuoteLink, MarketWatch?) {
    if let poll = source.poll {
      return (polled(poll, of: source, recorder: recorder, in: surroundings), nil)
    }
    func stream(_ recorder: (any LinkRecorder)?) -> QuoteSocketConnection {
      QuoteSocketConnection(
        url: source.quotes,
        connector: SocketConnector(
          thread: surroundings.thread, trust: surroundings.trust, proxies: surroundings.proxies),
        configuration: socketConfiguration(options, of: source), dialect: source.dialect,
        tokens: source.tokens, credentials: source.credentials, time: surroundings.time,
        jitter: { Int.random(in: 500...1500) }, recorder: recorder,
        log: { [log = surroundings.log] in log.write($0) })
    }
    guard let venue = source.venue, let supplement = venue.profile.supplement else {
      return (stream(recorder), nil)
    }
    let parts = SupplementParts(source, venue, supplement, in: surroundings)
    let recorders = SupplementedSocket.recorders(of: recorder)
    let socket = parts.socket(
      stream: stream(recorders.stream), requests: parts.requests(recorder: recorders.requests),
      recorder: recorder)
    return (socket, parts.market { await socket.marketChanged(to: $0) })
  }

  /// Compression saves bytes on a link; within the process of the demo there is none.
  private static func socketConfiguration(
    _ options: Options, of source: SourceParts
  ) -> WebSocketConfiguration {
    var configuration = WebSocketConfiguration()
    // Within the 3 s of silence after which the link is given up, so that what a close frame said is not lost.
    configuration.closeTimeout = .seconds(2)
    configuration.allowsCompression = options.compression && !source.label.isSimulated
    return configuration
  }
}
