import TapeDomain
import TapeWebSocket

/// Alpaca's snapshots over HTTP: many symbols a request, from the exchange of the stream.
struct AlpacaRequests: PollSource {
  private static let title = "Alpaca"

  private let endpoint: EquityEndpoint
  private var context: VenueContext { endpoint.context }

  /// Requests below `base`; without keys only answers on a recording are read.
  init(context: VenueContext, base: String, credentials: Credentials?) {
    endpoint = EquityEndpoint(
      title: Self.title, context: context, base: base, credentials: credentials)
  }

  /// 200 calls a minute, of which some are kept for lists and for the clock.
  var terms: PollTerms {
    var terms = PollTerms(
      title: Self.title, mostSymbols: 100, chargesSymbols: false, shortestPeriod: .seconds(10))
    terms.perMinute = 180
    terms.parallel = 2
    terms.closedPeriod = .seconds(300)
    return terms
  }

  func request(for job: PollJob) -> PollRequest {
    let list = job.symbols.map { URLText.escaped($0.text) }.joined(separator: ",")
    return endpoint.request("/v2/stocks/snapshots?symbols=\(list)&feed=iex")
  }

  func read(_ response: HTTPResponse, to job: PollJob) -> PollAnswer {
    var answer = read(response, of: job.symbols)
    answer.allowance = EquityEndpoint.allowance(response)
    return answer
  }

  private func read(_ response: HTTPResponse, of symbols: [Symbol]) -> PollAnswer {
    if response.status == 400 || response.status == 422 {
      let words = (try? AlpacaSnapshots.message(of: response.body)) ?? ""
      if let wrong = symbols.first(where: { words.hasSuffix(" \($0)") }), words.contains("symbol") {
        // The others were not looked at.
        return PollAnswer(context.unknown(wrong), later: symbols.filter { $0 != wrong })
      }
      return PollAnswer(
        failure: .divided(reason: "Alpaca: \(ServerText.clean(words.isEmpty ? "HTTP 400" : words))"))
    }
    if let failure = endpoint.failure(response) {
      return PollAnswer(failure: failure)
    }
    guard let snapshots = try? AlpacaSnapshots(response.body) else {
      return PollAnswer(failure: .notJSON(Self.title))
    }
    // What the exchange has never traded is left out: that there is no price is proven too.
    return PollAnswer(
      symbols.compactMap { context.equities.answer($0, snapshots.answers[$0] ?? EquityAnswer(), in: context) }
    )
  }
}
