/// What the rows are ordered by.
public enum RowOrder: String, Hashable, Sendable, CaseIterable {
  /// The list's own order.
  case own
  /// The symbol, A first.
  case symbol
  /// The change in percent, the largest rise first.
  case percent
  /// The last price as the number shown, whatever its currency, the largest first.
  case last

  /// The order after this one, around.
  var next: RowOrder {
    switch self {
    case .own: .symbol
    case .symbol: .percent
    case .percent: .last
    case .last: .own
    }
  }

  /// Whether prices that change move rows.
  var isByValue: Bool { self == .percent || self == .last }

  /// Whether the largest comes first.
  var isDescending: Bool { isByValue }
}
