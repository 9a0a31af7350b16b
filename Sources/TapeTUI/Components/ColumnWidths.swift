import TapeDomain

/// What the columns of one list need, which is known before any price: symbols, names and the locale.
struct ColumnWidths: Hashable, Sendable {
  /// Columns of the longest symbol.
  let symbol: Int
  /// Columns of the longest name.
  let name: Int
  /// Where currencies stand.
  let currency: CurrencyPlace

  /// The widths of a list, whether or not its rows are on the screen.
  init(of rows: [PriceRowState], _ typesetter: Typesetter, _ currency: CurrencyPlace) {
    symbol = rows.reduce(6) { max($0, $1.id.text.utf8.count) }
    name = rows.reduce(4) { max($0, typesetter.columns($1.name)) }
    self.currency = currency
  }
}
