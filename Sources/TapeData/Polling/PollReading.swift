import TapeDomain
import TapeWebSocket

/// What an answer becomes, whether it has just come or stands on a recording.
struct PollReading: Sendable {
  /// An answer as it came, and what it was asked for.
  struct Answer: Equatable, Sendable {
    let job: PollJob
    let response: HTTPResponse
  }

  private let source: any PollSource
  private var count = 0
  /// The answers that the newest prices came with.
  private var answers: [Symbol: Answer] = [:]

  /// A reading of that source that knows of no answers yet.
  init(_ source: any PollSource) {
    self.source = source
  }

  /// Forgets all answers.
  mutating func begin() {
    source.begin()
    answers = [:]
    count = 0
  }

  /// Reads an answer, and keeps it for the symbols whose prices it brought.
  mutating func read(_ answer: Answer) -> PollAnswer {
    var result = source.read(answer.response, to: answer.job)
    for message in result.messages {
      switch message {
      case .snapshot(let patch): answers[patch.symbol] = answer
      case .error(_, let symbol?, _), .malformed(_, let symbol?): answers[symbol] = nil
      default: break
      }
    }
    // The second in which it was sent is the source's own clock.
    if result.failure == nil, let time = answer.response["Date"].flatMap(HTTPDate.parse) {
      result.messages.insert(.heartbeat(time: time, sent: nil, received: count), at: 0)
    }
    count += 1
    return result
  }

  /// The answers that have to be read again to tell the prices of these again, each with the symbols it is about.
  func answers(for symbols: [Symbol]) -> [Answer] {
    var groups: [(answer: Answer, symbols: [Symbol])] = []
    for symbol in symbols {
      guard let answer = answers[symbol] else { continue }
      if let place = groups.firstIndex(where: { $0.answer == answer }) {
        groups[place].symbols.append(symbol)
      } else {
        groups.append((answer, [symbol]))
      }
    }
    // Its time was then.
    return groups.map { group in
      let response = HTTPResponse(
        status: group.answer.response.status, headers: [], body: group.answer.response.body)
      return Answer(job: .quotes(group.symbols), response: response)
    }
  }

  /// Forgets the answers about other symbols than these.
  mutating func keep(_ isKnown: (Symbol) -> Bool) {
    if answers.count > 2 * PollEntries.mostUnwanted { answers = answers.filter { isKnown($0.key) } }
  }
}
