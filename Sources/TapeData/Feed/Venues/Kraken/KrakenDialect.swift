import TapeDomain

/// The market data of Kraken's WebSocket interface, version 2: its `ticker`, `status` and `heartbeat` channels.
///
/// A ticker says the whole price, as a snapshot after a subscribe and at each trade. Nothing is numbered. Prices are JSON
/// numbers, which are read from their text. Each symbol of a command is answered by itself.
public struct KrakenDialect: VenueDialect {
  let context: VenueContext
  var quotes: VenueQuotes
  var received = 0
  private var times = RFC3339Reader()

  /// A dialect for one connection after another.
  public init(context: VenueContext) {
    self.context = context
    quotes = VenueQuotes(context: context)
  }

  /// A heartbeat comes each second when nothing else does, so that 5 s without a message are dead.
  public var terms: FeedTerms {
    var terms = FeedTerms()
    terms.evidence = .none
    terms.liveness.longestSilence = .seconds(5)
    terms.liveness.longestFirstSilence = .seconds(10)
    // Heartbeats begin with the first subscription.
    terms.liveness.speaksUnasked = false
    terms.liveness.pingSpacing = .seconds(2)
    terms.liveness.latenessAge = .seconds(6)
    terms.liveness.answersPings = false
    terms.commands = CommandTerms(
      spacing: .milliseconds(500), maximumSymbols: 50, numbersAnswers: true, isAllOrNothing: false)
    terms.limitDelay = .seconds(30)
    terms.remedy = VenueTerms.remedy(of: "Kraken")
    return terms
  }

  /// See ``FeedDialect/encode(_:)``.
  public func encode(_ command: FeedCommand) -> [[UInt8]] { encode(command, request: 0) }

  /// See ``FeedDialect/encode(_:request:)``.
  public func encode(_ command: FeedCommand, request: Int) -> [[UInt8]] {
    switch command {
    case .subscribe(let symbols, _): [frame("subscribe", symbols, request)]
    case .unsubscribe(let symbols): [frame("unsubscribe", symbols, request)]
    case .resync(let symbols): [frame("unsubscribe", symbols, request), frame("subscribe", symbols, request)]
    }
  }

  private func frame(_ method: String, _ symbols: [Symbol], _ request: Int) -> [UInt8] {
    let wish = method == "subscribe" ? #","event_trigger":"trades","snapshot":true"# : ""
    return Array(#"{"method":"\#(method)","params":{"channel":"ticker","symbol":"#.utf8)
      + VenueText.array(symbols.map(\.text)) + Array(#"\#(wish)},"req_id":\#(request)}"#.utf8)
  }

  func currency(of symbol: Symbol) -> String? {
    let parts = symbol.text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[1].isEmpty ? String(parts[1]) : nil
  }

  mutating func read(_ frame: Span<UInt8>, into messages: inout [FeedMessage]) throws(JSONFault) {
    var content = KrakenFrame()
    try content.read(frame, times: &times)
    if content.isAnswer {
      // Answers are the only messages that say the venue's own time.
      if let time = content.time { messages.append(.heartbeat(time: time, sent: nil, received: received)) }
      return messages.append(content.answer.map { .answer($0) } ?? .unknown)
    }
    switch content.channel {
    case "ticker":
      for tick in content.ticks { append(tick, to: &messages) }
      if content.ticks.isEmpty { messages.append(.malformed(reason: "a ticker without a symbol")) }
    case "heartbeat":
      messages.append(.heartbeat(time: nil, sent: nil, received: received))
    case "status":
      guard let system = content.system else { return messages.append(.unknown) }
      messages += quotes.set(venueSession: Self.session(of: system))
    default:
      messages.append(.unknown)
    }
  }

  /// What a state of the venue means for trading; nil while it trades as usual.
  private static func session(of system: String) -> MarketSession? {
    switch system {
    case "online": nil
    // In each of the others no trade is made.
    case "maintenance", "cancel_only", "post_only": .halted
    default: nil
    }
  }
}
