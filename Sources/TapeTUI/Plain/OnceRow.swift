public import TapeDomain

/// One line of a list as it is printed once: what is watched and what is known of it.
public struct OnceRow: Hashable, Sendable {
  /// What is watched.
  public let instrument: Instrument
  /// What is known of it.
  public let quote: LiveQuote

  /// A line of that instrument and quote.
  public init(instrument: Instrument, quote: LiveQuote) {
    self.instrument = instrument
    self.quote = quote
  }

  /// The instrument's name, cleaned for a terminal.
  var name: String { TextSanitizer.clean(instrument.name) }

  /// The last price, exact.
  var last: Money? { quote.quote?.last }

  /// What the change is measured from; a zero is none.
  var reference: Money? { quote.quote?.reference.flatMap { $0.price.minorUnits == 0 ? nil : $0.price } }

  /// The change since the reference, exact; nil without both prices.
  var change: Money? {
    guard let last, let reference else { return nil }
    return last.change(from: reference)
  }

  /// The change in percent; nil without both prices, or when the reference is not positive.
  var percent: Percent? {
    guard let last, let reference else { return nil }
    return last.percentChange(from: reference)
  }

  /// Why there is no price and waiting would bring none, in words; nil otherwise.
  public var reason: String? {
    switch quote.absence {
    case .unknownSymbol: "unknown symbol."
    case .rejected(let reason): TextSanitizer.clean(reason, maximum: TextSanitizer.sentenceMaximum)
    case .waiting, nil: nil
    }
  }

  /// Whether the price is live, or in a word why it is not.
  var state: String {
    switch quote.absence {
    case .waiting: "waiting"
    case .unknownSymbol: "unknown symbol"
    case .rejected: "refused"
    case nil: quote.isLive ? "live" : "not live"
    }
  }
}
