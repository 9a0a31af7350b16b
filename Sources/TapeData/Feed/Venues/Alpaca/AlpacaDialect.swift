import TapeDomain

/// The trades, quotes and trading states of Alpaca's market data, version 2.
///
/// Frames are arrays. A trade that was printed may be corrected or cancelled afterwards, which comes without being asked for.
/// The source says nothing while nothing is traded: what proves the connection are its answers to pings.
public struct AlpacaDialect: EquityDialect {
  let context: VenueContext
  var received = 0
  var reading: PollReading
  private var times = RFC3339Reader()

  /// A dialect for one connection after another.
  public init(context: VenueContext) {
    self.context = context
    reading = PollReading(AlpacaRequests(context: context, base: "", credentials: nil))
  }

  /// The feed may be silent for as long as nobody trades.
  public var terms: FeedTerms {
    var terms = FeedTerms()
    terms.evidence = .none
    terms.liveness.speaksUnasked = false
    terms.liveness.longestSilence = .seconds(4 * 86_400)
    terms.liveness.pingSpacing = .seconds(3)
    terms.liveness.latenessAge = .seconds(8)
    terms.liveness.answersPings = true
    terms.commands = CommandTerms(
      spacing: .milliseconds(200), maximumSymbols: 100, numbersAnswers: false, isAllOrNothing: true)
    terms.limitDelay = .seconds(60)
    return terms
  }

  /// See ``FeedDialect/encode(_:)``.
  public func encode(_ command: FeedCommand) -> [[UInt8]] {
    switch command {
    case .subscribe(let symbols, _), .resync(let symbols): [frame("subscribe", symbols)]
    case .unsubscribe(let symbols): [frame("unsubscribe", symbols)]
    }
  }

  private func frame(_ action: String, _ symbols: [Symbol]) -> [UInt8] {
    let list = VenueText.array(symbols.map(\.text))
    var frame = Array(#"{"action":"\#(action)""#.utf8)
    for channel in ["trades", "quotes", "statuses"] { frame += Array(#","\#(channel)":"#.utf8) + list }
    return frame + Array("}".utf8)
  }

  func isListed(_ symbol: Symbol) -> Bool { true }

  mutating func read(_ frame: Span<UInt8>, into messages: inout [FeedMessage]) throws(JSONFault) {
    var scanner = JSONScanner()
    if scanner.container(in: frame) == .object {
      if readSupplement(frame, into: &messages) { return }
      try scanner.skipValue(in: frame)
      try scanner.end(in: frame)
      messages.append(.unknown)
      return
    }
    var trades: [(Symbol, EquityPrint)] = []
    var more = try scanner.begin(.array, in: frame)
    while more {
      guard scanner.container(in: frame) == .object else {
        try scanner.skipValue(in: frame)
        more = try scanner.next(.array, in: frame)
        continue
      }
      let item = try AlpacaItem.read(with: &scanner, from: frame, times: &times)
      if item.kind == "t", let symbol = item.symbol, let print = item.print {
        trades.append((symbol, print))
      } else {
        // What follows a trade may be about it.
        messages += context.equities.trades(trades, in: context)
        trades = []
        take(item, into: &messages)
      }
      more = try scanner.next(.array, in: frame)
    }
    try scanner.end(in: frame)
    messages += context.equities.trades(trades, in: context)
  }

  private mutating func take(_ item: AlpacaItem, into messages: inout [FeedMessage]) {
    switch (item.kind, item.symbol) {
    case ("t", let symbol?): passOver(item, of: symbol, into: &messages)
    case ("q", let symbol?):
      if let message = context.equities.offer(symbol, bid: item.bid, ask: item.ask, in: context) {
        messages.append(message)
      } else {
        messages.append(beat)
      }
    case ("s", let symbol?):
      if let isHalted = AlpacaStatus.isHalted(item.status) {
        messages.append(
          context.equities.set(haltedAt: isHalted ? item.time ?? context.wall : nil, symbol, in: context))
      }
    case ("c", let symbol?): withdraw(item.oldNumber, item, of: symbol, into: &messages)
    case ("x", let symbol?): withdraw(item.number, item, of: symbol, into: &messages)
    case ("success", _):
      // "connected" comes before the keys were looked at.
      messages.append(item.words == "authenticated" ? beat : .unknown)
    case ("subscription", _): messages.append(.answer(FeedAnswer(symbols: item.subscribed, .accepted)))
    case ("error", _): messages.append(AlpacaError.meaning(of: item.code, item.words))
    default: messages.append(.unknown)
    }
  }

  /// A trade that makes no last price.
  private func passOver(_ item: AlpacaItem, of symbol: Symbol, into messages: inout [FeedMessage]) {
    guard item.price == .unfit else { return messages.append(beat) }
    context.equities.doubt([symbol])
    messages.append(.malformed(reason: "a price that is no number, or none that fits", symbol: symbol))
  }

  private func withdraw(
    _ number: Int?, _ item: AlpacaItem, of symbol: Symbol, into messages: inout [FeedMessage]
  ) {
    guard let key = item.key(number) else { return messages.append(.unknown) }
    let message = context.equities.withdraw(
      key, of: symbol, price: item.correctedPrice, newKey: item.key(item.newNumber), in: context)
    messages.append(message ?? beat)
  }
}
