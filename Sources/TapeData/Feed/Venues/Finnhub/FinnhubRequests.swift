import TapeDomain
import TapeWebSocket

/// Finnhub's quotes over HTTP: one symbol a request.
///
/// Zero stands for what is missing. A symbol that does not exist has zeros everywhere, and so has every symbol while the source
/// has trouble of its own, so that only one which the list does not have is called unknown.
struct FinnhubRequests: PollSource {
  private static let title = "Finnhub"
  private static let listErrand = "list of exchange "

  private let endpoint: EquityEndpoint
  private var context: VenueContext { endpoint.context }

  /// Requests below `base`; without keys only answers on a recording are read.
  init(context: VenueContext, base: String, credentials: Credentials?) {
    endpoint = EquityEndpoint(
      title: Self.title, context: context, base: base, credentials: credentials)
  }

  /// 60 calls a minute, of which five are kept for lists and for the state of the market, and 30 of any second.
  var terms: PollTerms {
    var terms = PollTerms(
      title: Self.title, mostSymbols: 1, chargesSymbols: true, shortestPeriod: .seconds(30))
    terms.perMinute = 55
    terms.perSecond = 20
    terms.parallel = 4
    terms.closedPeriod = .seconds(600)
    return terms
  }

  func request(for job: PollJob) -> PollRequest {
    switch job {
    case .quotes(let symbols):
      let symbol = symbols.first?.text ?? ""
      return endpoint.request("/quote?symbol=\(URLText.escaped(symbol))")
    case .errand(let name):
      let exchange = String(name.dropFirst(Self.listErrand.count))
      return endpoint.request("/stock/symbol?exchange=\(URLText.escaped(exchange))")
    }
  }

  func read(_ response: HTTPResponse, to job: PollJob) -> PollAnswer {
    var answer: PollAnswer
    switch job {
    case .quotes(let symbols): answer = symbols.first.map { read(response, of: $0) } ?? PollAnswer()
    case .errand: answer = readList(response)
    }
    answer.allowance = EquityEndpoint.allowance(response)
    return answer
  }

  private func read(_ response: HTTPResponse, of symbol: Symbol) -> PollAnswer {
    // The plan does not have this symbol, and has others.
    if response.status == 403 {
      let words = "your plan at Finnhub does not have it"
      return PollAnswer([.error(code: "refused", symbol: symbol, message: words)])
    }
    if let failure = endpoint.failure(response) {
      return PollAnswer(failure: failure)
    }
    guard let quote = try? FinnhubQuote(response.body) else {
      return PollAnswer(failure: .notJSON(Self.title))
    }
    if let words = quote.error {
      return PollAnswer(failure: .transient(reason: "Finnhub: \(ServerText.clean(words))"))
    }
    if quote.isEmpty, !context.equities.hasPrice(symbol), isUnknown(symbol) {
      return PollAnswer(context.unknown(symbol))
    }
    let message = context.equities.answer(symbol, quote.answer(of: symbol), in: context)
    return PollAnswer(message.map { [$0] } ?? [], errands: missingList(of: symbol).map { [$0] } ?? [])
  }

  /// Whether a symbol without any price does not exist, as far as the list says, which has no pairs and no other countries.
  private func isUnknown(_ symbol: Symbol) -> Bool {
    context.isComplete && FinnhubListing.covers(symbol) && context[symbol] == nil
  }

  /// The list that says what a share of another country is quoted in.
  private func missingList(of symbol: Symbol) -> String? {
    guard symbol.isEquity, context.isComplete, context[symbol] == nil,
      let dot = symbol.text.lastIndex(of: ".")
    else { return nil }
    return Self.listErrand + symbol.text[symbol.text.index(after: dot)...]
  }

  private func readList(_ response: HTTPResponse) -> PollAnswer {
    if let failure = endpoint.failure(response) {
      // What the plan does not have is no trouble of the prices.
      let isRefused = response.status == 401 || response.status == 403
      return PollAnswer(failure: isRefused ? .transient(reason: failure.reason) : failure)
    }
    guard let instruments = FinnhubListing().instruments(in: [response.body]) else {
      return PollAnswer(failure: .notJSON(Self.title))
    }
    let known = context.equities.proven
    context.add(instruments)
    let new = Set(instruments.map(\.symbol))
    return PollAnswer(context.equities.sayAgain(known.filter { new.contains($0) }, in: context))
  }
}

/// The body of a quote.
struct FinnhubQuote {
  private(set) var error: String?
  private var price = PriceField.missing
  private var previousClose = PriceField.missing
  private var open = PriceField.missing
  private var high = PriceField.missing
  private var low = PriceField.missing
  private var seconds = 0

  /// Reads a body.
  ///
  /// - Throws: ``JSONFault`` when it is no JSON object.
  init(_ body: [UInt8]) throws(JSONFault) {
    let bytes = body.span
    var scanner = JSONScanner()
    var more = try scanner.begin(.object, in: bytes)
    while more {
      let name = try scanner.key(in: bytes).string(of: bytes)
      let value = try scanner.lexeme(in: bytes)
      switch name {
      case "error": error = value.string(of: bytes)
      case "c": price = value.price(of: bytes)
      case "pc": previousClose = value.price(of: bytes)
      case "o": open = value.price(of: bytes)
      case "h": high = value.price(of: bytes)
      case "l": low = value.price(of: bytes)
      case "t": seconds = value.integer(of: bytes) ?? 0
      default: break
      }
      more = try scanner.next(.object, in: bytes)
    }
    try scanner.end(in: bytes)
  }

  /// Whether everything is missing.
  var isEmpty: Bool { [price, previousClose].allSatisfy { $0.number.map { $0.units == 0 } ?? true } }

  /// What it says; prices without the noise of the source's own arithmetic.
  func answer(of symbol: Symbol) -> EquityAnswer {
    func quoted(_ field: PriceField) -> PriceField {
      field.number.map { .value($0.asQuoted(of: symbol)) } ?? field
    }
    var answer = EquityAnswer()
    if let price = price.number, price.units > 0, let time = Self.time(seconds) {
      answer.last = EquityPrint(price: price.asQuoted(of: symbol), time: time)
    }
    answer.previousClose = quoted(previousClose)
    answer.open = quoted(open)
    answer.high = quoted(high)
    answer.low = quoted(low)
    return answer
  }

  /// The time of so many seconds since 1970; nil when they are none, or do not fit.
  private static func time(_ seconds: Int) -> Timestamp? {
    let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
    return isTooLarge ? nil : Timestamp(milliseconds: milliseconds)
  }
}
