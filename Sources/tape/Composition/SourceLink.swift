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
  private let market: MarketWatch?
  private let tasks: LinkTasks

  /// Makes the link; ``start()`` sets it going.
  init(_ source: SourceParts, options: Options, recorder: TapeRecorder?, in surroundings: LinkSurroundings) {
    self.source = source
    let (time, log) = (surroundings.time, surroundings.log)
    let stream = { (recorder: (any LinkRecorder)?) in
      QuoteSocketConnection(
        url: source.quotes,
        connector: SocketConnector(
          thread: surroundings.thread, trust: surroundings.trust, proxies: surroundings.proxies),
        configuration: Self.socketConfiguration(options, of: source), dialect: source.dialect,
        tokens: source.tokens, credentials: source.credentials, time: time,
        jitter: { Int.random(in: 500...1500) }, recorder: recorder, log: { log.write($0) })
    }
    (link, market) = Self.link(to: source, stream: stream, recorder: recorder, in: surroundings)
    let repository = LiveQuotesRepository(
      socket: link, time: time, maxRate: LivePipeline.maxRate(tick: options.tick),
      terms: source.dialect.terms, log: { log.write($0) })
    self.repository = repository
    directory = source.venue.map {
      InstrumentDirectory(
        $0, environment: surroundings.environment, http: surroundings.http, log: log, time: time)
    }
    tasks = LinkTasks()
    tasks.add(Task { await repository.run() })
  }

  /// Sets the link going.
  func start() async {
    guard let directory else { return await link.start() }
    // Some venues cut a connection that does not subscribe at once, and what is subscribed is checked first.
    tasks.add(
      Task { [link, market] in
        await directory.prepare()
        await link.start()
        await market?.run()
      })
  }

  /// Ends it.
  func stop() async {
    tasks.cancel()
    await link.stop()
  }

  /// A stream, or a stream with requests beside it and what asks for the state of the market.
  private static func link(
    to source: SourceParts, stream: ((any LinkRecorder)?) -> QuoteSocketConnection, recorder: TapeRecorder?,
    in surroundings: LinkSurroundings
  ) -> (any QuoteLink, MarketWatch?) {
    guard let venue = source.venue, let supplement = venue.profile.supplement else {
      return (stream(recorder), nil)
    }
    let (time, log, http) = (surroundings.time, surroundings.log, surroundings.http)
    let recorders = SupplementedSocket.recorders(of: recorder)
    let requests = supplement.requests(venue.context, venue.rest, source.credentials)
    let label = FeedSource(name: source.label.word, quality: source.label.quality, isSimulated: false)
    var limits = HTTPLimits()
    // Keys would be carried to wherever a redirect leads.
    limits.maximumRedirects = 0
    let rest = PolledQuoteSocket(
      source: requests, label: label,
      fetch: { [limits] request throws(HTTPError) in
        try await http.get(request.url, headers: request.headers, limits: limits)
      }, time: time, jitter: { Int.random(in: 500...1500) }, recorder: recorders.requests,
      log: { log.write("\(venue.profile.title) over HTTP: \($0)") })
    let dialect = source.dialect
    let socket = SupplementedSocket(
      stream: stream(recorders.stream), rest: rest, room: supplement.room, context: venue.context,
      label: label, knowledge: { dialect.foreknowledge(of: $0) }, time: time, recorder: recorder)
    let market = MarketWatch(
      hours: supplement.hours(MarketWatch.offset),
      fetch: http.marketFetch(
        base: venue.office, headers: source.credentials?.headers ?? [], title: venue.profile.title,
        log: { log.write($0) }), time: time, tell: { await socket.marketChanged(to: $0) })
    return (socket, market)
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
