/// What the venue says about trading in an instrument; separate from the link and from freshness.
public enum MarketSession: String, Hashable, Sendable, CaseIterable {
  /// Continuous trading.
  case open = "OPEN"
  /// Trading before the regular session.
  case pre = "PRE"
  /// Trading after the regular session.
  case post = "POST"
  /// No session; the price is the close.
  case closed = "CLOSED"
  /// Trading in this instrument is stopped.
  case halted = "HALTED"
  /// An auction is being held.
  case auction = "AUCTION"
}
