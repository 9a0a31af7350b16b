import TapeDomain

/// What a watch is about: the rows near the eyes, and the whole list while prices decide the order.
struct WatchScope: Hashable, Sendable {
  /// The symbols on the screen and a few more.
  var near: Set<Symbol> = []
  /// The list that is watched whole; nil when none is.
  var list: Int?
}
