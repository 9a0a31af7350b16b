import TapeDomain

/// The spot market data of Binance: the `@ticker` stream of each symbol, on a connection that is told which.
///
/// A ticker says the whole price of a rolling 24 hours once a second. Nothing is numbered that would show a loss. A symbol
/// that does not exist is accepted and stays silent, so that the list of instruments has to know it. One busy symbol is
/// listened to on every connection: its silence is the feed's.
public struct BinanceDialect: VenueDialect {
  /// The stream that shows that the feed is alive.
  static let sentinel = "btcusdt@miniTicker"

  let context: VenueContext
  var quotes: VenueQuotes
  var received = 0

  /// A dialect for one connection after another.
  public init(context: VenueContext) {
    self.context = context
    quotes = VenueQuotes(context: context)
  }

  /// Five messages a second are the limit, pings and pongs included; a connection is cut after 24 hours.
  public var terms: FeedTerms {
    var terms = FeedTerms()
    terms.evidence = .none
    terms.liveness.longestSilence = .seconds(45)
    terms.liveness.quietAge = .seconds(5)
    terms.liveness.countsServerPings = true
    terms.liveness.pingSpacing = .seconds(5)
    terms.liveness.latenessAge = .seconds(10)
    terms.liveness.answersPings = false
    terms.commands = CommandTerms(
      spacing: .milliseconds(350), maximumSymbols: 200, numbersAnswers: true, isAllOrNothing: true)
    terms.longestLife = .seconds(23 * 3600)
    terms.limitDelay = .seconds(60)
    terms.remedy = VenueTerms.remedy(of: "Binance")
    return terms
  }

  /// See ``FeedDialect/opening()``.
  public func opening() -> [[UInt8]] { [frame("SUBSCRIBE", [Self.sentinel], 0)] }

  /// See ``FeedDialect/encode(_:)``.
  public func encode(_ command: FeedCommand) -> [[UInt8]] { encode(command, request: 0) }

  /// See ``FeedDialect/encode(_:request:)``.
  public func encode(_ command: FeedCommand, request: Int) -> [[UInt8]] {
    switch command {
    case .subscribe(let symbols, _): [frame("SUBSCRIBE", streams(symbols), request)]
    case .unsubscribe(let symbols): [frame("UNSUBSCRIBE", streams(symbols), request)]
    case .resync(let symbols):
      [frame("UNSUBSCRIBE", streams(symbols), request), frame("SUBSCRIBE", streams(symbols), request)]
    }
  }

  private func streams(_ symbols: [Symbol]) -> [String] { symbols.map { $0.text.lowercased() + "@ticker" } }

  private func frame(_ method: String, _ streams: [String], _ request: Int) -> [UInt8] {
    Array(#"{"method":"\#(method)","params":"#.utf8) + VenueText.array(streams)
      + Array(#","id":\#(request)}"#.utf8)
  }

  /// Symbols do not divide into their parts, so that only endings that are no beginnings of another tell a currency.
  func currency(of symbol: Symbol) -> String? {
    Self.currencies.first { symbol.text.hasSuffix($0) && symbol.text.count > $0.count }
  }

  private static let currencies = [
    "USDT", "USDC", "FDUSD", "TUSD", "BTC", "ETH", "BNB", "EUR", "TRY", "BRL", "JPY",
  ]

  mutating func read(_ frame: Span<UInt8>, into messages: inout [FeedMessage]) throws(JSONFault) {
    var content = BinanceFrame()
    try content.read(frame)
    if let answer = content.answer { return messages.append(.answer(answer)) }
    switch content.event {
    case "24hrTicker":
      // The time at which the venue sent it is the venue's clock.
      messages.append(.heartbeat(time: content.time, sent: nil, received: received))
      guard let tick = content.tick else { return messages.append(.malformed(reason: "it names no symbol")) }
      append(tick, to: &messages)
    case "24hrMiniTicker":
      messages.append(.heartbeat(time: content.time, sent: nil, received: received))
    case "serverShutdown":
      messages.append(.goingAway)
    default:
      messages.append(.unknown)
    }
  }
}
