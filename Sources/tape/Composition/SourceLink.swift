import TapeData
import TapeDomain
import TapeTUI
import TapeWebSocket

/// The link to a source, and what runs beside it.
struct SourceLink {
  /// The link.
  let link: any QuoteLink
  /// What asks for the state of the market; nil for a source that says it, or has none.
  let market: MarketWatch?

  /// A stream, with requests beside it where the source has them; `connect` makes the stream with its recorder.
  init(
    _ source: SourceParts, http: HTTPClient, recorder: TapeRecorder?, log: LinkLog, time: TimeSource,
    connect: ((any LinkRecorder)?) -> QuoteSocketConnection
  ) {
    guard let venue = source.venue, let supplement = venue.profile.supplement else {
      link = connect(recorder)
      market = nil
      return
    }
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
      stream: connect(recorders.stream), rest: rest, room: supplement.room, context: venue.context,
      label: label,
      knowledge: { dialect.foreknowledge(of: $0) }, time: time,
      recorder: recorder)
    link = socket
    market = MarketWatch(
      hours: supplement.hours(MarketWatch.offset),
      fetch: http.marketFetch(
        base: venue.office, headers: source.credentials?.headers ?? [], title: venue.profile.title,
        log: { log.write($0) }), time: time, tell: { await socket.marketChanged(to: $0) })
  }
}
