import TapeDomain

extension RowBook {
  /// Puts the rows into an order; false when every row stands there already.
  ///
  /// The list's own order is never lost: it decides between equals, and comes back when asked for.
  mutating func sort(by order: RowOrder, isReversed: Bool, rows: inout [PriceRowState]) -> Bool {
    var own = Array(entries.indices)
    for index in entries.indices { own[entries[index].rank] = index }
    let isDescending = order.isDescending != isReversed
    let sorted =
      switch order {
      case .own: isReversed ? own.reversed() : own
      case .symbol: RowSort.indices(own.map { rows[$0].id }, isDescending: isDescending).map { own[$0] }
      case .percent: RowSort.indices(own.map(percent), isDescending: isDescending).map { own[$0] }
      case .last: RowSort.indices(own.map(last), isDescending: isDescending).map { own[$0] }
      }
    guard sorted != Array(sorted.indices) else { return false }
    rows = sorted.map { rows[$0] }
    entries = sorted.map { entries[$0] }
    for index in rows.indices { indices[rows[index].id] = index }
    return true
  }

  /// The change in percent that the row shows.
  private func percent(of index: Int) -> Percent? {
    guard let quote = entries[index].live?.quote, let last = quote.last, let reference = quote.reference
    else {
      return nil
    }
    return last.percentChange(from: reference.price)
  }

  /// The price that the row shows, in units that are the same for every scale.
  private func last(of index: Int) -> Int128? {
    entries[index].live?.quote?.last.map { $0.units(atScale: Money.maximumScale) }
  }
}
