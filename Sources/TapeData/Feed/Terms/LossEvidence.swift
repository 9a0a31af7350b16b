/// How a source lets a lost message be found.
public enum LossEvidence: String, Equatable, Sendable {
  /// Each symbol's messages are numbered without a gap: a loss is proven.
  case numbers
  /// Heartbeats name the last trade: a loss is likely when it does not follow.
  case tradeIDs
  /// None. Each message says the whole price, so that a loss does harm only until the next one; silence is what is watched.
  case none
  /// The source is asked: nothing can be lost, but what happens between two answers is not seen.
  case polls

  /// The evidence in words.
  public var words: String {
    switch self {
    case .numbers: "every message is numbered, so a lost one is proven"
    case .tradeIDs: "heartbeats name the last trade, so a lost one is likely to be found"
    case .polls: "the source is asked; a price that is not renewed within two periods is taken back"
    case .none: "messages are not numbered; each says the whole price, and silence is watched"
    }
  }
}
