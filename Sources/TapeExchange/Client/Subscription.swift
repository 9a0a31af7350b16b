import TapeDomain

/// What one connection was told about one instrument; it stays after an unsubscribe, since the numbers go on.
struct Subscription: Sendable {
  /// The instrument's place in the market.
  let index: Int
  /// Whether updates are wanted.
  var isActive = false
  /// The number of the newest update; contiguous on this connection (the protocol, `seq`).
  var number = 1
  /// The least time between two updates.
  var spacing = Duration.zero
  /// When the next update may go.
  var allowedAt: Instant
  /// The quote as the client knows it.
  var sent: MarketQuote
  /// Whether a change waits to be sent; the newest one wins.
  var isPending = false
  /// Whether the table's list of waiting changes names it.
  var isListedPending = false
  /// Whether a snapshot was asked for and not sent yet.
  var owesSnapshot = false
  /// Whether the table's list of owed snapshots names it.
  var isListedSnapshot = false
  /// Until when updates are kept back after one was lost on purpose.
  var lostUntil: Instant?

  /// Whether an update may go at `instant`.
  func mayUpdate(at instant: Instant) -> Bool {
    isActive && !owesSnapshot && lostUntil == nil && allowedAt <= instant
  }
}
