/// A column of the watchlist.
enum TableColumn: Int, Hashable, Sendable, CaseIterable {
  case symbol, name, price, change, percent, dayRange, state

  /// The words over the column.
  var title: String {
    switch self {
    case .symbol: "SYMBOL"
    case .name: "NAME"
    case .price: "LAST"
    case .change: "CHG"
    case .percent: "CHG %"
    case .dayRange: "DAY RANGE"
    case .state: "STATE"
    }
  }

  /// The words over the column where the title does not fit.
  var shortTitle: String { self == .symbol ? "SYM" : "" }
}
