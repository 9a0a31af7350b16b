import TapeDomain

/// Finds lost tickers by the last trade that a product's heartbeats name.
///
/// Heartbeats overtake the ticker by a moment, so that a trade is missed only when two of them name it or a later one. The
/// field was seen to be always 0, and may count trades that the ticker never carries: a product whose ticker is still behind
/// after it was asked for again is not judged any more.
struct CoinbaseLosses {
  private struct Doubt {
    var awaited: Int?
    var asked: Int?
    var isUseless = false
  }

  private var doubts: [Symbol: Doubt] = [:]

  /// The ticker showed that trade.
  mutating func traded(_ trade: Int?, of symbol: Symbol) {
    guard let trade, let doubt = doubts[symbol], !doubt.isUseless else { return }
    if let asked = doubt.asked, trade < asked {
      doubts[symbol]?.isUseless = true
    } else if doubt.awaited.map({ trade >= $0 }) ?? true {
      doubts[symbol] = nil
    }
  }

  /// A heartbeat named `last` while `shown` is the newest trade that came; true when the ticker of it was lost.
  mutating func isLost(_ symbol: Symbol, last: Int?, shown: Int?) -> Bool {
    guard let last, last > 0, let shown, last > shown, doubts[symbol]?.isUseless != true else { return false }
    guard let awaited = doubts[symbol]?.awaited, awaited > shown else {
      doubts[symbol, default: Doubt()].awaited = last
      return false
    }
    guard doubts[symbol]?.asked == nil else { return false }
    doubts[symbol]?.asked = awaited
    return true
  }
}
