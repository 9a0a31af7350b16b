import TapeDomain
import TapeWebSocket

/// A GraphQL endpoint over HTTP, as the settings describe it.
///
/// An answer with status 200 may be a failure, may lack single quotes, or be void altogether because of one symbol, which is
/// then looked for by halves.
public final class GraphQLSource: PollSource {
  private let preset: GraphQLPreset?
  private let reading: GraphQLReading
  private let headers: [HTTPHeader]
  private let secrets: [String]
  private let context: VenueContext
  private let quotes: PolledQuotes
  private let title: String
  private let known = SymbolsSeen()

  /// See ``PollSource/terms``.
  public let terms: PollTerms

  /// The endpoint that `preset` describes, asked with these header fields.
  public init(_ preset: GraphQLPreset, filled: GraphQLPreset.Filled, context: VenueContext) {
    self.preset = preset
    reading = preset.reading
    headers = filled.headers
    secrets = filled.secrets
    self.context = context
    quotes = PolledQuotes(context: context)
    title = preset.name
    var terms = PollTerms(
      title: preset.name, mostSymbols: preset.chunk, chargesSymbols: false,
      shortestPeriod: .seconds(preset.period))
    terms.perMinute = preset.perMinute
    terms.perDay = preset.perDay
    self.terms = terms
  }

  /// A source that only reads what a recording has.
  init?(preamble: String, context: VenueContext) {
    guard let reading = GraphQLReading(json: preamble) else { return nil }
    preset = nil
    self.reading = reading
    headers = []
    secrets = []
    self.context = context
    quotes = PolledQuotes(context: context)
    title = "GraphQL"
    terms = PollTerms(title: title, mostSymbols: 1, chargesSymbols: false, shortestPeriod: .seconds(60))
  }

  /// See ``PollSource/preamble``.
  public var preamble: String? { reading.json }

  /// See ``PollSource/begin()``.
  public func begin() {
    quotes.begin()
    known.forget()
  }

  /// See ``PollSource/request(for:)``.
  public func request(for job: PollJob) -> PollRequest {
    guard let preset else { return PollRequest(url: "") }
    let variables = preset.variables.mapValues { $0.node(for: job.symbols) }
    var body: [String: JSONNode] = ["query": .text(preset.query), "variables": .object(variables)]
    if let operation = preset.operation { body["operationName"] = .text(operation) }
    let fields = [
      HTTPHeader(name: "Accept", value: "application/graphql-response+json, application/json"),
      HTTPHeader(name: "Content-Type", value: "application/json"),
    ]
    return PollRequest(url: preset.endpoint, headers: fields + headers, body: JSONNode.object(body).bytes)
  }

  /// See ``PollSource/read(_:to:)``.
  public func read(_ response: HTTPResponse, to job: PollJob) -> PollAnswer {
    let failure = PollFailure(
      response, of: title, remedy: "Check the headers in the graphql settings.", wall: context.wall)
    guard let body = try? JSONNode(response.body.span) else {
      return PollAnswer(failure: failure ?? .notJSON(title))
    }
    let errors = GraphQLError.all(in: body)
    if let list = body[reading.list], list != .null, response.status < 300 {
      return told(list, errors: errors, symbols: job.symbols)
    }
    // A query that a symbol makes invalid is 400 from some servers, and 200 from others.
    guard let first = errors.first, failure == nil || response.status == 400 else {
      return PollAnswer(failure: failure ?? .transient(reason: "\(title) answers without quotes."))
    }
    return PollAnswer(failure: first.failure(of: title, hiding: secrets))
  }

  private func told(_ list: JSONNode, errors: [GraphQLError], symbols: [Symbol]) -> PollAnswer {
    let items: [JSONNode] = if case .array(let items) = list { items } else { [list] }
    let names = Dictionary(symbols.map { ($0.text.uppercased(), $0) }) { first, _ in first }
    var missing = Set(symbols)
    var answer = PollAnswer()
    for (index, item) in items.enumerated() where item != .null {
      guard let symbol = symbol(of: item, at: index, of: items.count, symbols, names) else { continue }
      missing.remove(symbol)
      if let message = quotes.message(of: reading.tick(of: item, symbol)) {
        known.insert(symbol)
        answer.messages.append(message)
      }
    }
    for symbol in missing.sorted() where !known.contains(symbol) {
      let place = symbols.firstIndex(of: symbol)
      let error = errors.first { error in
        place != nil && error.index(in: reading.list) == place && items.count == symbols.count
      }
      let code = error == nil && errors.isEmpty ? "unknown_symbol" : "refused"
      let words = (error ?? errors.first).map { ServerText.clean($0.message, hiding: secrets) } ?? ""
      answer.messages.append(.error(code: code, symbol: symbol, message: words))
    }
    return answer
  }

  /// The symbol that an item is about: as it says itself, else by its place.
  private func symbol(
    of item: JSONNode, at index: Int, of count: Int, _ symbols: [Symbol], _ names: [String: Symbol]
  ) -> Symbol? {
    if let pointer = reading.fields[.symbol], let text = item[pointer]?.words {
      return names[text.uppercased()]
    }
    return count == symbols.count ? symbols[index] : nil
  }
}

extension GraphQLPreset.Value {
  /// The value in a request for these.
  func node(for symbols: [Symbol]) -> JSONNode {
    switch self {
    case .text("$symbols"): .array(symbols.map { .text($0.text) })
    case .text("$symbol"): symbols.first.map { .text($0.text) } ?? .null
    case .text(let text): .text(text)
    case .number(let number): .number(String(number))
    case .flag(let flag): .flag(flag)
    case .list(let values): .array(values.map { $0.node(for: symbols) })
    case .object(let fields): .object(fields.mapValues { $0.node(for: symbols) })
    }
  }
}
