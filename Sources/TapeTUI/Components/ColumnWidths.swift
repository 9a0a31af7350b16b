import TapeDomain

/// What the columns of one list need; the screen keeps it, so that widths grow but never jitter from frame to
/// frame.
struct ColumnWidths: Hashable, Sendable {
  /// Columns of the longest symbol.
  private(set) var symbol: Int
  /// Columns of the longest name.
  private(set) var name: Int
  /// Room for the last prices.
  private(set) var price: DecimalWidths
  /// Room for the changes.
  private(set) var change: DecimalWidths
  /// Room for the changes in percent.
  private(set) var percent: DecimalWidths

  /// Widths that fit the titles and ordinary prices, so that a list that fills up moves little.
  init() {
    symbol = 6
    name = 4
    price = DecimalWidths(whole: 4, rest: 3)
    change = DecimalWidths(whole: 3, rest: 3)
    percent = DecimalWidths(whole: 3, rest: 5)
  }

  /// The widths of a list.
  init(of rows: [PriceRowState], _ typesetter: Typesetter) {
    self.init()
    include(rows, typesetter)
  }

  /// Makes room for every row of the list, whether or not it is on the screen.
  mutating func include(_ rows: [PriceRowState], _ typesetter: Typesetter) {
    for row in rows {
      symbol = max(symbol, row.id.text.utf8.count)
      name = max(name, typesetter.columns(row.name))
      price.include(row.price, typesetter)
      change.include(row.change, typesetter)
      percent.include(row.percent, typesetter)
    }
  }
}
