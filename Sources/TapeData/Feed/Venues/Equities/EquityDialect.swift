import TapeDomain

/// What the dialects of share markets have in common: prices meet in ``EquityQuotes`` with what requests beside the stream say.
protocol EquityDialect: JSONFrameDialect {
  /// What answers beside the stream mean, for recordings of both.
  var reading: PollReading { get set }
  /// Whether the list of instruments says of that symbol whether it exists.
  func isListed(_ symbol: Symbol) -> Bool
}

extension EquityDialect {
  /// See ``FeedDialect/begin()``.
  public mutating func begin() {
    received = 0
    reading.begin()
    context.equities.begin()
  }

  /// An instrument that does not exist is not asked for.
  public func foreknowledge(of symbol: Symbol) -> [FeedMessage] {
    guard context.isComplete, isListed(symbol), context[symbol] == nil else { return [] }
    return context.unknown(symbol)
  }

  /// Reads what a recording has of the requests beside the stream; false when the frame is nothing of that.
  mutating func readSupplement(_ frame: Span<UInt8>, into messages: inout [FeedMessage]) -> Bool {
    switch PollFrame(frame) {
    case .answer(let answer) where answer.job == .errand(MarketState.errand):
      guard let state = MarketState(recorded: answer.response) else { return false }
      messages += context.equities.set(market: state, saying: context.equities.proven, in: context)
    case .answer(let answer): messages += reading.read(answer).messages
    case .lost(let symbols):
      context.equities.doubt(symbols)
      messages.append(.lost(symbols))
    case .described(let source): messages.append(.source(source))
    case .refused, .preamble, nil: return false
    }
    return true
  }

  /// Proof that the feed lives, which says nothing else.
  var beat: FeedMessage { .heartbeat(time: nil, sent: nil, received: received) }
}
