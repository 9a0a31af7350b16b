import TapeDomain

/// The trades of Finnhub's WebSocket.
///
/// A frame holds trades of several symbols, not in the order of their times. Commands are not answered, and an error names no
/// symbol; what a symbol's price is before its first trade is asked for over HTTP. The source pings about once a minute,
/// also when nothing is traded.
public struct FinnhubDialect: EquityDialect {
  let context: VenueContext
  var received = 0
  var reading: PollReading

  /// A dialect for one connection after another.
  public init(context: VenueContext) {
    self.context = context
    reading = PollReading(FinnhubRequests(context: context, base: "", credentials: nil))
  }

  /// A ping comes each minute when nothing else does; the connection itself is asked each five seconds.
  public var terms: FeedTerms {
    var terms = FeedTerms()
    terms.evidence = .none
    terms.liveness.quietAge = .seconds(75)
    terms.liveness.longestFirstSilence = .seconds(90)
    terms.liveness.longestSilence = .seconds(150)
    terms.liveness.pingSpacing = .seconds(5)
    terms.liveness.latenessAge = .seconds(12)
    terms.liveness.answersPings = false
    var commands = CommandTerms(
      spacing: .milliseconds(50), maximumSymbols: 1, numbersAnswers: false, isAllOrNothing: false)
    commands.isAnswered = false
    terms.commands = commands
    terms.limitDelay = .seconds(60)
    terms.rivalry = RivalryTerms(
      sentence: "Finnhub ends the connection at once: another program may use this key. Close it.")
    return terms
  }

  /// See ``FeedDialect/encode(_:)``.
  public func encode(_ command: FeedCommand) -> [[UInt8]] {
    switch command {
    case .subscribe(let symbols, _), .resync(let symbols): symbols.map { frame("subscribe", $0) }
    case .unsubscribe(let symbols): symbols.map { frame("unsubscribe", $0) }
    }
  }

  private func frame(_ type: String, _ symbol: Symbol) -> [UInt8] {
    Array(#"{"type":"\#(type)","symbol":"#.utf8) + JSONText.quoted(symbol.text) + Array("}".utf8)
  }

  func isListed(_ symbol: Symbol) -> Bool { FinnhubListing.covers(symbol) }

  mutating func read(_ frame: Span<UInt8>, into messages: inout [FeedMessage]) throws(JSONFault) {
    var content = FinnhubFrame()
    try content.read(frame)
    switch content.type {
    case "trade":
      messages.append(beat)
      messages += context.equities.trades(content.trades.map { ($0.symbol, $0.print) }, in: context)
      for symbol in content.unfit {
        context.equities.doubt([symbol])
        messages.append(.malformed(reason: "a price that is no number, or none that fits", symbol: symbol))
      }
    case "ping":
      messages.append(beat)
    case "error":
      messages.append(Self.meaning(of: content.words))
    case nil where readSupplement(frame, into: &messages): break
    default:
      messages.append(.unknown)
    }
  }

  private static func meaning(of words: String) -> FeedMessage {
    let lower = words.lowercased()
    if lower.contains("too many symbols") { return .answer(FeedAnswer(.noRoom(words))) }
    if lower.contains("api key") || lower.contains("token") || lower.contains("access") {
      return .denied(
        FeedDenial(
          event: "Finnhub refused the key", code: nil, said: words,
          remedy: "Restart with a valid key in FINNHUB_API_KEY."))
    }
    return .answer(FeedAnswer(VenueText.meansLater(words) ? .later(words) : .refused(words)))
  }
}
