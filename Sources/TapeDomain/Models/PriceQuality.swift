/// How good a price is, where that is not what the source as a whole says of its prices.
public enum PriceQuality: Hashable, Sendable {
  /// As the source says of itself.
  case asSource
  /// Real time, of one venue's trades only.
  case oneVenue
  /// Asked for every so many seconds, and as old as that between two answers.
  case polled(every: Int)

  /// Whether the price is asked for, so that it is as good as its own last answer, whatever becomes of the source's stream.
  public var isPolled: Bool {
    if case .polled = self { true } else { false }
  }
}
