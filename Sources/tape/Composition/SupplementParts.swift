import TapeData
import TapeDomain
import TapeTUI
import TapeWebSocket

/// What stands beside the stream of a source: requests for prices, and for the state of the market.
struct SupplementParts {
  private let source: SourceParts
  private let venue: SourceParts.Venue
  private let supplement: StreamSupplement
  private let surroundings: LinkSurroundings
  private let label: FeedSource

  /// The parts of a venue.
  init(
    _ source: SourceParts, _ venue: SourceParts.Venue, _ supplement: StreamSupplement,
    in surroundings: LinkSurroundings
  ) {
    self.source = source
    self.venue = venue
    self.supplement = supplement
    self.surroundings = surroundings
    label = FeedSource(
      name: source.label.word, quality: source.label.quality, isSimulated: false,
      rowQuality: venue.profile.rowQuality)
  }

  /// The link that makes the requests.
  func requests(recorder: (any LinkRecorder)?) -> PolledQuoteSocket {
    let http = surroundings.http
    var limits = HTTPLimits()
    // Keys would be carried to wherever a redirect leads.
    limits.maximumRedirects = 0
    return PolledQuoteSocket(
      source: supplement.requests(venue.context, venue.rest, source.credentials), label: label,
      fetch: { [limits] request throws(HTTPError) in
        try await http.get(request.url, headers: request.headers, limits: limits)
      }, time: surroundings.time, jitter: { Int.random(in: 500...1500) }, recorder: recorder,
      log: { [log = surroundings.log, title = venue.profile.title] in log.write("\(title) over HTTP: \($0)") }
    )
  }

  /// The link that joins both.
  func socket(
    stream: QuoteSocketConnection, requests: PolledQuoteSocket, recorder: TapeRecorder?
  ) -> SupplementedSocket {
    let dialect = source.dialect
    return SupplementedSocket(
      stream: stream, rest: requests, room: supplement.room,
      spacing: (dialect.terms.commands?.spacing ?? .zero)
        / max(1, dialect.terms.commands?.maximumSymbols ?? 1),
      context: venue.context, label: label,
      knowledge: { dialect.foreknowledge(of: $0) }, time: surroundings.time, recorder: recorder)
  }

  /// What asks for the state of the market, which `tell` hears.
  func market(_ tell: @escaping @Sendable (MarketState) async -> Void) -> MarketWatch {
    MarketWatch(
      hours: supplement.hours(MarketWatch.offset),
      fetch: surroundings.http.marketFetch(
        base: venue.office, headers: source.credentials?.headers ?? [], title: venue.profile.title,
        log: { [log = surroundings.log] in log.write($0) }),
      time: surroundings.time, tell: tell)
  }
}
