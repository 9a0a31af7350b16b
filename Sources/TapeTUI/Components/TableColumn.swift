/// A column of the watchlist.
enum TableColumn: Int, Hashable, Sendable, CaseIterable {
  case symbol, name, price, change, percent, dayRange, state, bid, ask, volume

  /// The columns that are shown unless told otherwise.
  static let standard: [TableColumn] = [.symbol, .name, .price, .change, .percent, .dayRange, .state]

  /// The words over the column; those of a change say when it is one of the last 24 hours and not of the day.
  func title(isRolling: Bool) -> String {
    switch self {
    case .change where isRolling: "24h CHG"
    case .percent where isRolling: "24h %"
    case .dayRange where isRolling: "24h RANGE"
    case .symbol: "SYMBOL"
    case .name: "NAME"
    case .price: "LAST"
    case .change: "CHG"
    case .percent: "CHG %"
    case .dayRange: "DAY RANGE"
    case .state: "STATE"
    case .bid: "BID"
    case .ask: "ASK"
    case .volume: "VOLUME"
    }
  }

  /// What the settings call the column.
  var word: String {
    switch self {
    case .symbol: "symbol"
    case .name: "name"
    case .price: "last"
    case .change: "change"
    case .percent: "percent"
    case .dayRange: "range"
    case .state: "state"
    case .bid: "bid"
    case .ask: "ask"
    case .volume: "volume"
    }
  }

  /// The words over the column where the title does not fit.
  var shortTitle: String { self == .symbol ? "SYM" : "" }
}
