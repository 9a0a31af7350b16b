import TapeDomain

/// What the book knows of a symbol beside its ``QuoteEntry``: all that a single tick does not touch.
struct QuoteRecord {
  /// Its quote but for the tick that waits, kept across connections; nil while there is none.
  var priced: PricedQuote?
  /// Why there is no quote, when there is none.
  var absence = LiveQuote.Absence.waiting
  /// Counts releases, so that the one that was released first is forgotten first.
  var releasedAs = 0

  /// The quote with the tick that waits, if one does.
  func quote(with tick: QuoteTick?) -> Quote? {
    guard let tick, var priced else { return priced?.quote }
    priced.apply(tick)
    return priced.quote
  }
}
