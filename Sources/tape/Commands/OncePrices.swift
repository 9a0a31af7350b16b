import TapeDomain
import TapeTUI

/// What `tape --once` has heard so far.
struct OncePrices: Sendable {
  /// The newest of each symbol.
  private(set) var quotes: [Symbol: LiveQuote] = [:]
  /// How many batches were taken.
  private(set) var batches = 0
  /// Why the source refuses us; nil while it does not.
  private(set) var refusal: String?
  /// Why the link is down; nil while it is not.
  private(set) var trouble: String?
  /// What the source said last of its own accord.
  private(set) var notice: String?
  /// Where the prices come from, as the source says it, or as it is known before.
  private(set) var source: SourceLabel

  /// Nothing heard yet.
  init(source: SourceLabel) {
    self.source = source
  }

  /// Takes in a batch.
  mutating func add(_ batch: QuoteBatch) {
    batches += 1
    quotes.merge(batch.changes) { $1 }
    if let said = batch.source { source = SourceLabel(said) }
    notice = batch.notice ?? notice
    trouble = nil
    switch batch.feed {
    case .refused(let reason): refusal = reason
    case .reconnecting(_, _, _, let reason):
      trouble =
        source.subject.isEmpty || reason.hasPrefix(source.subject) ? reason : "\(source.subject): \(reason)"
    case .connecting, .live, .late, .suspended: break
    }
  }

  /// Whether nothing more is worth waiting for.
  func isComplete(_ symbols: Set<Symbol>) -> Bool {
    refusal != nil || partial.isEmpty && symbols.allSatisfy(isAnswered)
  }

  /// Whether a symbol has a live price, or a reason to have none.
  func isAnswered(_ symbol: Symbol) -> Bool {
    guard let quote = quotes[symbol] else { return false }
    return quote.isLive || (quote.absence != nil && quote.absence != .waiting)
  }

  /// The symbols with a live price of which the rest has not come yet, in order of name.
  var partial: [Symbol] {
    quotes.filter { $0.value.isLive && $0.value.quote?.isPartial == true }.keys.sorted()
  }
}
