import Foundation
import TapeDomain

/// Turns a quote into the texts of its row, formatting only what is not the same as before.
struct PriceRowFormatter {
  private var money: MoneyFormat

  /// A formatter for that locale; `isUnicode` says whether more than ASCII may be shown.
  init(locale: Locale, isUnicode: Bool) {
    money = MoneyFormat(locale: locale, isUnicode: isUnicode)
  }

  /// A row that waits for its first quote.
  func waitingRow(for instrument: Instrument) -> PriceRowState {
    var row = PriceRowState(id: instrument.symbol, name: TextSanitizer.clean(instrument.name))
    row.accessibilityLabel = label(of: row, live: LiveQuote(absence: .waiting), percent: nil)
    return row
  }

  /// Renames a row and leaves its price as it is.
  func rename(_ row: inout PriceRowState, to name: String, live: LiveQuote?) {
    let name = TextSanitizer.clean(name)
    guard name != row.name else { return }
    row.name = name
    let live = live ?? LiveQuote(absence: .waiting)
    row.accessibilityLabel = label(of: row, live: live, percent: live.quote.flatMap(Self.percent))
  }

  /// Shows `live` in a row that shows `old`; arrow and flash are not touched.
  mutating func show(_ live: LiveQuote, after old: LiveQuote?, in row: inout PriceRowState) {
    let quote = live.quote
    let percent = quote.flatMap(Self.percent)
    let hasNewLast = quote?.last != old?.quote?.last
    if hasNewLast { row.price = quote?.last.map { money.price($0) } }
    if hasNewLast || quote?.reference != old?.quote?.reference {
      let change = quote.flatMap(Self.change)
      row.change = change.map { money.change($0) }
      row.trend = change?.minorUnits.signum() ?? 0
      row.percent = percent.map { money.percent($0) }
    }
    row.dayPosition = quote.flatMap(DayRange.position)
    row.priceTime = quote?.time
    row.staleSince = live.isLive ? nil : quote?.time
    row.condition = Self.condition(of: live)
    row.accessibilityLabel = label(of: row, live: live, percent: percent)
  }

  /// The first of: unknown or refused, waiting, halted, auction, closed, before or after the session, delayed.
  static func condition(of live: LiveQuote) -> RowCondition {
    guard let quote = live.quote else {
      return switch live.absence {
      case .unknownSymbol: .unknownSymbol
      case .rejected(let reason): .rejected(TextSanitizer.clean(reason))
      case .waiting, nil: .waiting
      }
    }
    return switch quote.session {
    case .halted: .halted
    case .auction: .auction
    case .closed: .closed
    case .pre: .pre
    case .post: .post
    case .open: quote.delayMinutes > 0 ? .delayed(minutes: quote.delayMinutes) : .none
    }
  }

  private static func change(of quote: Quote) -> Money? {
    guard let last = quote.last, let reference = quote.reference else { return nil }
    return last.change(from: reference.price)
  }

  private static func percent(of quote: Quote) -> Percent? {
    guard let last = quote.last, let reference = quote.reference else { return nil }
    return last.percentChange(from: reference.price)
  }

  private func label(of row: PriceRowState, live: LiveQuote, percent: Percent?) -> String {
    AccessibilityLabel.text(
      name: row.name.isEmpty ? row.id.text : row.name, live: live, percent: percent, condition: row.condition)
  }
}
