import TapeDomain

/// What the dialects of venues have in common whose streams say everything: each message becomes a whole quote.
protocol VenueDialect: JSONFrameDialect {
  /// The quotes of the connection.
  var quotes: VenueQuotes { get set }
  /// What a symbol's own text says its prices are in; nil when it does not say.
  func currency(of symbol: Symbol) -> String?
}

extension VenueDialect {
  /// See ``FeedDialect/begin()``.
  public mutating func begin() {
    received = 0
    quotes.begin()
  }

  /// An instrument that does not exist, or is traded no more, is not asked for.
  public func foreknowledge(of symbol: Symbol) -> [FeedMessage] {
    guard context.isComplete else { return [] }
    guard let instrument = context[symbol] else { return context.unknown(symbol) }
    guard instrument.session == .closed else { return [] }
    var patch = QuotePatch(symbol: symbol, sequence: context.nextNumber(), time: context.wall)
    patch.currency = instrument.currency
    patch.scale = instrument.scale ?? 0
    patch.last = .null
    patch.session = .set(.closed)
    return [.snapshot(patch)]
  }

  /// Appends what a tick becomes.
  mutating func append(_ tick: VenueTick, to messages: inout [FeedMessage]) {
    messages.append(quotes.message(of: tick, currency: currency(of: tick.symbol)))
  }
}
