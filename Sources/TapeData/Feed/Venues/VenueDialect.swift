import TapeDomain

/// What the dialects of venues have in common: each frame is one JSON object that is read by the venue's own rules.
protocol VenueDialect: FeedDialect {
  /// What the copies of the dialect share.
  var context: VenueContext { get }
  /// The quotes of the connection.
  var quotes: VenueQuotes { get set }
  /// How many frames were counted on the connection.
  var received: Int { get set }
  /// Reads one frame and appends what it says.
  ///
  /// - Throws: ``JSONFault`` when it is no JSON.
  mutating func read(_ frame: Span<UInt8>, into messages: inout [FeedMessage]) throws(JSONFault)
  /// What a symbol's own text says its prices are in; nil when it does not say.
  func currency(of symbol: Symbol) -> String?
}

extension VenueDialect {
  /// See ``FeedDialect/begin()``.
  public mutating func begin() {
    received = 0
    quotes.begin()
  }

  /// See ``FeedDialect/resume(above:)``.
  public mutating func resume(above number: Int) {
    context.raiseNumbers(above: number)
  }

  /// See ``FeedDialect/decode(_:of:into:)``.
  public mutating func decode(
    _ frames: [Range<Int>], of bytes: Span<UInt8>, into messages: inout [FeedMessage]
  ) {
    for range in frames {
      do throws(JSONFault) {
        try read(bytes.extracting(range), into: &messages)
      } catch {
        messages.append(.malformed(reason: "\(error)"))
      }
      received += 1
    }
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
