import TapeDomain
import TapeWebSocket

/// Twelve Data's quotes over HTTP: eight symbols a request, each of which costs a credit.
///
/// What a closed market says of when it opens comes from a request of its own, which is made when one is seen.
public final class TwelveDataSource: PollSource {
  /// The errand that asks when markets open.
  static let hours = "market_state"
  static let title = "Twelve Data"

  private let base: String
  private let headers: [HTTPHeader]
  private let secrets: [String]
  private let remedy: String
  private let context: VenueContext
  private let quotes: PolledQuotes
  private let markets = TwelveDataMarkets()

  /// The source at `base`, with the user's key; without one for a recording.
  public init(base: String, credentials: Credentials?, context: VenueContext) {
    self.base = base
    headers = credentials?.headers ?? []
    secrets = credentials?.secrets ?? []
    remedy = credentials?.remedy ?? ""
    self.context = context
    quotes = PolledQuotes(context: context)
  }

  /// The free plan's limits, until an answer says better ones.
  public let terms = {
    var terms = PollTerms(
      title: TwelveDataSource.title, mostSymbols: 8, chargesSymbols: true, shortestPeriod: .seconds(5))
    terms.perMinute = 8
    terms.perDay = 800
    terms.chargesErrors = false
    terms.closedPeriod = .seconds(3600)
    terms.limitDelay = .seconds(61)
    return terms
  }()

  /// See ``PollSource/begin()``.
  public func begin() {
    quotes.begin()
    markets.begin()
  }

  /// See ``PollSource/request(for:)``.
  public func request(for job: PollJob) -> PollRequest {
    let accept = HTTPHeader(name: "Accept", value: "application/json")
    switch job {
    case .quotes(let symbols):
      let list = symbols.map { URLText.escaped($0.text) }.joined(separator: ",")
      return PollRequest(url: "\(base)/quote?symbol=\(list)", headers: [accept] + headers)
    case .errand(let name):
      return PollRequest(url: "\(base)/\(name)", headers: [accept] + headers)
    }
  }

  /// See ``PollSource/read(_:to:)``.
  public func read(_ response: HTTPResponse, to job: PollJob) -> PollAnswer {
    var answer = content(of: response, to: job)
    answer.allowance = Self.allowance(response)
    return answer
  }

  private func content(of response: HTTPResponse, to job: PollJob) -> PollAnswer {
    let bytes = response.body.span
    do throws(JSONFault) {
      switch job {
      case .errand:
        if let failure = statusFailure(response) { return PollAnswer(failure: failure) }
        let wall = response["Date"].flatMap(HTTPDate.parse) ?? context.wall
        return PollAnswer(renewed: try markets.read(bytes, wall: wall))
      case .quotes(let symbols):
        let body = try TwelveDataBody(bytes, symbols: symbols)
        if let error = body.error { return refusal(error, of: symbols, response) }
        if let failure = statusFailure(response) { return PollAnswer(failure: failure) }
        if body.items.isEmpty {
          return PollAnswer(failure: .transient(reason: "\(Self.title) answers without quotes."))
        }
        return told(body)
      }
    } catch {
      return PollAnswer(failure: statusFailure(response) ?? .notJSON(Self.title))
    }
  }

  // MARK: Prices

  private func told(_ body: TwelveDataBody) -> PollAnswer {
    var answer = PollAnswer()
    var isLimited: TwelveDataError?
    for item in body.items {
      switch item {
      case .quote(var quote):
        markets.note(quote.market, of: quote.tick.symbol, isClosed: quote.tick.session == .closed)
        if quote.tick.session == .closed {
          quote.tick.opening = markets.opening(of: quote.market, after: context.wall)
          if quote.tick.opening == nil, quote.market != nil { answer.errands = [Self.hours] }
        }
        if let message = quotes.message(of: quote.tick) { answer.messages.append(message) }
      case .error(let symbol, let error) where error.isLimit:
        isLimited = error
        answer.later.append(symbol)
      case .error(let symbol, let error):
        answer.messages.append(error.message(about: symbol, hiding: secrets))
      }
    }
    if let isLimited, answer.messages.isEmpty {
      return PollAnswer(failure: isLimited.limit(hiding: secrets))
    }
    return answer
  }

  /// What an error of the whole answer means.
  private func refusal(
    _ error: TwelveDataError, of symbols: [Symbol], _ response: HTTPResponse
  ) -> PollAnswer {
    if error.isLimit { return PollAnswer(failure: error.limit(hiding: secrets)) }
    if error.isOfKey {
      return PollAnswer(
        failure: .refused(
          reason: "\(Self.title) refuses the key (\(error.details(hiding: secrets))). \(remedy)"))
    }
    if error.isOfSymbol {
      if symbols.count == 1 {
        return PollAnswer([error.message(about: symbols[0], hiding: secrets)])
      }
      return PollAnswer(
        failure: .divided(reason: "\(Self.title) refuses it (\(error.details(hiding: secrets)))."))
    }
    return PollAnswer(
      failure: .transient(reason: "\(Self.title) answers an error (\(error.details(hiding: secrets)))."))
  }

  private func statusFailure(_ response: HTTPResponse) -> PollFailure? {
    PollFailure(response, of: Self.title, remedy: remedy, wall: context.wall)
  }

  /// What the header fields say is left: of a minute, or of a day when it is a day's worth.
  private static func allowance(_ response: HTTPResponse) -> PollAllowance? {
    guard let left = response["api-credits-left"].flatMap({ Int($0) }), left >= 0,
      let used = response["api-credits-used"].flatMap({ Int($0) }), used >= 0
    else { return nil }
    let sum = left + used
    // Only the free plan, of 8 a minute, counts days.
    if sum == 800 { return PollAllowance(leftOfDay: left) }
    guard sum > 0 else { return nil }
    return PollAllowance(leftOfMinute: left, perMinute: sum, hasFreeDays: sum > 8)
  }
}
