import TapeDomain

/// The market data of Coinbase Exchange: its `ticker` and `heartbeat` channels.
///
/// A ticker says the whole price after each match; the first one after a subscribe is the last trade. Its `sequence`
/// counts messages that this channel does not carry, so it proves nothing. Each product has a heartbeat a second, which names
/// the last trade: evidence of loss where it is not 0.
public struct CoinbaseDialect: VenueDialect {
  let context: VenueContext
  var quotes: VenueQuotes
  var received = 0
  private var times = RFC3339Reader()
  private var losses = CoinbaseLosses()
  private var beats = CoinbaseBeats()
  private var isOpeningAnswered = false

  /// A dialect for one connection after another.
  public init(context: VenueContext) {
    self.context = context
    quotes = VenueQuotes(context: context)
  }

  /// A heartbeat comes each second, so that 5 s without a message are dead; a subscribe must come within 5 s.
  public var terms: FeedTerms {
    var terms = FeedTerms()
    terms.evidence = .tradeIDs
    terms.liveness.longestSilence = .seconds(5)
    terms.liveness.longestFirstSilence = .seconds(10)
    terms.liveness.pingSpacing = .seconds(2)
    terms.liveness.latenessAge = .seconds(6)
    terms.liveness.answersPings = false
    terms.commands = CommandTerms(
      spacing: .milliseconds(200), maximumSymbols: 100, numbersAnswers: false, isAllOrNothing: true)
    terms.limitDelay = .seconds(30)
    terms.remedy = VenueTerms.remedy(of: "Coinbase")
    return terms
  }

  /// See ``FeedDialect/begin()``.
  public mutating func begin() {
    received = 0
    quotes.begin()
    losses = CoinbaseLosses()
    beats = CoinbaseBeats()
    isOpeningAnswered = false
  }

  /// The product whose heartbeat is listened to on every connection, since one that subscribes nothing is cut after 5 s.
  static let sentinel = "BTC-USD"

  /// See ``FeedDialect/opening()``.
  public func opening() -> [[UInt8]] {
    [
      Array(
        #"{"type":"subscribe","channels":[{"name":"heartbeat","product_ids":["\#(Self.sentinel)"]}]}"#.utf8)
    ]
  }

  /// See ``FeedDialect/encode(_:)``.
  public func encode(_ command: FeedCommand) -> [[UInt8]] {
    switch command {
    case .subscribe(let symbols, _): [frame("subscribe", symbols)]
    case .unsubscribe(let symbols): [frame("unsubscribe", symbols)]
    case .resync(let symbols): [frame("unsubscribe", symbols), frame("subscribe", symbols)]
    }
  }

  private func frame(_ type: String, _ symbols: [Symbol]) -> [UInt8] {
    // The products stand in each channel: those beside the channels are not read any more.
    let products = symbols.map(\.text)
    let beating = type == "unsubscribe" ? products.filter { $0 != Self.sentinel } : products
    let channels = [("ticker", products), ("heartbeat", beating)].filter { !$0.1.isEmpty }.map {
      name, products in
      Array(#"{"name":"\#(name)","product_ids":"#.utf8) + VenueText.array(products) + Array("}".utf8)
    }
    return Array(#"{"type":"\#(type)","channels":["#.utf8)
      + Array(channels.joined(separator: Array(",".utf8)))
      + Array("]}".utf8)
  }

  func currency(of symbol: Symbol) -> String? {
    let parts = symbol.text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[1].isEmpty ? String(parts[1]) : nil
  }

  mutating func read(_ frame: Span<UInt8>, into messages: inout [FeedMessage]) throws(JSONFault) {
    var content = CoinbaseFrame()
    try content.read(frame, times: &times)
    switch content.type {
    case "ticker":
      guard let symbol = content.product else { return messages.append(Self.nameless) }
      let tick = content.tick(of: symbol)
      append(tick, to: &messages)
      beats.hear(symbol)
      losses.traded(quotes.newestTrade(of: symbol), of: symbol)
    case "heartbeat":
      messages.append(.heartbeat(time: content.time, sent: nil, received: received))
      if let symbol = content.product { hear(symbol, last: content.lastTrade, into: &messages) }
    case "subscriptions" where !isOpeningAnswered, "error" where !isOpeningAnswered:
      isOpeningAnswered = true
    case "subscriptions":
      beats.subscribed(content.subscribed)
      messages.append(.answer(FeedAnswer(symbols: content.subscribed, .accepted)))
    case "error":
      messages.append(.answer(content.refusal))
    default:
      messages.append(.unknown)
    }
  }

  /// Takes in the heartbeat of a product, which names its last trade.
  private mutating func hear(_ symbol: Symbol, last: Int?, into messages: inout [FeedMessage]) {
    beats.hear(symbol)
    if losses.isLost(symbol, last: last, shown: quotes.newestTrade(of: symbol)) {
      messages.append(.lost([symbol]))
    }
    guard symbol.text == Self.sentinel else { return }
    let silent = beats.beat()
    if !silent.isEmpty { messages.append(.lost(silent)) }
  }

  private static let nameless = FeedMessage.malformed(reason: "it names no product")
}
