import Foundation
import TapeDomain

/// Joins the list with its quotes by symbol, and keeps what each row must remember from batch to batch.
///
/// A batch costs what it changes: rows it does not name are neither formatted nor looked at, nor is the array of
/// rows copied, whatever the length of the list.
struct RowBook {
  /// What is remembered of a row.
  struct Entry {
    /// Its place in the list's own order.
    var rank: Int
    /// What it shows.
    var live: LiveQuote?
    /// When it flashes.
    var flash = FlashRule()

    /// Whether it has no quote, and nobody said that there will be none.
    var isWaiting: Bool { live.map { $0.absence == .waiting } ?? true }
  }

  /// How many rows were formatted since the start.
  private(set) var formattedCount = 0

  private var formatter: PriceRowFormatter
  /// Where each symbol's row stands.
  var indices: [Symbol: Int] = [:]
  /// What is remembered of each row, in the order of the rows.
  var entries: [Entry] = []

  /// A book without rows.
  init(locale: Locale?, isUnicode: Bool) {
    formatter = PriceRowFormatter(locale: locale, isUnicode: isUnicode)
  }

  /// Shows bid, ask and volume from now on, or does without them.
  mutating func setDepth(_ isShown: Bool, rows: inout [PriceRowState]) {
    guard formatter.showsDepth != isShown else { return }
    formatter.showsDepth = isShown
    for index in rows.indices {
      formatter.showDepth(of: isShown ? entries[index].live?.quote : nil, in: &rows[index])
    }
  }

  /// The index of that symbol's row.
  func index(of symbol: Symbol) -> Int? { indices[symbol] }

  /// Shows `changes` in their rows; a symbol that is not in the list is ignored.
  mutating func apply(_ changes: [Symbol: LiveQuote], at now: Instant, to rows: inout [PriceRowState]) {
    for (symbol, live) in changes {
      if let index = indices[symbol] { show(live, at: now, index: index, row: &rows[index]) }
    }
  }

  /// Nobody watches these rows any more: their prices stay, and may be out of date from now on.
  mutating func release(_ symbols: Set<Symbol>, at now: Instant, rows: inout [PriceRowState]) {
    for symbol in symbols {
      guard let index = indices[symbol] else { continue }
      if let live = entries[index].live, live.isLive {
        show(live.interrupted, at: now, index: index, row: &rows[index])
      }
      entries[index].flash.release()
    }
  }

  /// What is shown next follows on nothing that was shown before: no row has moved.
  mutating func forgetMoves(rows: inout [PriceRowState]) {
    for index in rows.indices {
      entries[index].flash = FlashRule()
      rows[index].direction = nil
      rows[index].flash = nil
    }
  }

  /// Nobody sees the next price of these rows move: it does not flash.
  mutating func skipFlashes(of symbols: some Sequence<Symbol>) {
    for symbol in symbols {
      if let index = indices[symbol] { entries[index].flash.release() }
    }
  }

  /// Shows another list, in its own order; a symbol that was there before keeps its row, one that is gone leaves nothing behind.
  mutating func replaceList(with list: Watchlist, rows: inout [PriceRowState]) {
    var newRows: [PriceRowState] = []
    var newEntries: [Entry] = []
    newRows.reserveCapacity(list.instruments.count)
    newEntries.reserveCapacity(list.instruments.count)
    for instrument in list.instruments {
      if let index = indices[instrument.symbol] {
        var row = rows[index]
        row.name = TextSanitizer.clean(instrument.name)
        newRows.append(row)
        newEntries.append(entries[index])
        newEntries[newEntries.count - 1].rank = newEntries.count - 1
      } else {
        newRows.append(formatter.waitingRow(for: instrument))
        newEntries.append(Entry(rank: newEntries.count))
      }
    }
    rows = newRows
    entries = newEntries
    indices = Dictionary(
      newRows.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func show(
    _ live: LiveQuote, at now: Instant, index: Int, row: inout PriceRowState
  ) {
    let old = entries[index].live
    var live = live
    // "Asked for, not answered yet" says nothing against the price that is known already.
    if live.absence == .waiting, let old, old.quote != nil { live = old.interrupted }
    if live != old {
      entries[index].live = live
      formatter.show(live, after: old, in: &row)
      formattedCount += 1
    }
    switch entries[index].flash.show(live.quote?.last, isLive: live.isLive, at: now) {
    case .unchanged:
      break
    case .moved(let direction, let flash):
      row.direction = direction
      if let flash { row.flash = flash }
    case .unknown:
      row.direction = nil
      row.flash = nil
    }
  }
}
