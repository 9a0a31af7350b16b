/// One symbol's quote, whether it is current, and why there is none.
public struct LiveQuote: Hashable, Sendable {
  /// Why a symbol has no quote.
  public enum Absence: Hashable, Sendable {
    /// Asked for, not answered yet.
    case waiting
    /// The source does not know the symbol.
    case unknownSymbol
    /// The source refused the symbol; the sentence says why.
    case rejected(String)
  }

  /// The last known quote; nil while there is none.
  public let quote: Quote?
  /// Whether the quote is current; stale without one.
  public let freshness: Freshness
  /// Why there is no quote; nil when there is one.
  public let absence: Absence?

  /// A known quote.
  public init(quote: Quote, freshness: Freshness) {
    self.quote = quote
    self.freshness = freshness
    absence = nil
  }

  /// A symbol without a quote.
  public init(absence: Absence) {
    quote = nil
    freshness = .stale(since: Timestamp(nanoseconds: 0))
    self.absence = absence
  }

  /// Whether there is a quote that is proven current: without one, freshness is stale.
  public var isLive: Bool { freshness == .live }

  /// The same quote, no longer proven current.
  public var interrupted: LiveQuote {
    guard let quote else { return self }
    return LiveQuote(quote: quote, freshness: .stale(since: quote.time))
  }
}
