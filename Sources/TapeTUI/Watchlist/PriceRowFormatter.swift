import Foundation
import TapeDomain

/// Turns a quote into the texts of its row, formatting only what is not the same as before.
struct PriceRowFormatter {
  private var money: MoneyFormat
  /// The opening that was looked up last: the rows of an exchange share it.
  private var opening: ExchangeOpening?
  /// Whether bid, ask and volume are formatted: only where a column shows them.
  var showsDepth = false

  /// A formatter for that locale; `isUnicode` says whether more than ASCII may be shown.
  init(locale: Locale?, isUnicode: Bool) {
    money = MoneyFormat(locale: locale, isUnicode: isUnicode)
  }

  /// A row that waits for its first quote.
  func waitingRow(for instrument: Instrument) -> PriceRowState {
    PriceRowState(id: instrument.symbol, name: TextSanitizer.clean(instrument.name))
  }

  /// Shows `live` in a row that shows `old`; arrow and flash are not touched.
  mutating func show(_ live: LiveQuote, after old: LiveQuote?, in row: inout PriceRowState) {
    let quote = live.quote
    let hasNewLast = quote?.last != old?.quote?.last
    if hasNewLast { row.price = quote?.last.map { money.price($0) } }
    if hasNewLast || quote?.reference != old?.quote?.reference {
      let change = quote.flatMap(Self.change)
      let percent = quote.flatMap(Self.percent)
      row.change = change.map { money.change($0) }
      row.trend = change?.minorUnits.signum() ?? 0
      row.percent = percent.map { money.percent($0) }
      row.referenceKind = change == nil ? nil : quote?.reference?.kind
      row.spoken.percent = percent
      row.spoken.isRolling = row.referenceKind == .rolling24h
    }
    if showsDepth { showDepth(of: quote, in: &row) }
    row.dayPosition = quote.flatMap(DayRange.position)
    row.priceTime = quote?.time
    row.staleSince = live.isLive ? nil : quote?.time
    row.condition = Self.condition(of: live)
    row.opening = row.condition == .closed ? quote?.opening.flatMap { exchangeOpening($0) } : nil
    row.spoken.last = quote?.last
    row.spoken.absence = quote == nil ? live.absence : nil
    row.spoken.isLive = live.isLive
  }

  private mutating func exchangeOpening(_ said: MarketOpening) -> ExchangeOpening? {
    if opening?.opening != said { opening = ExchangeOpening(said) }
    return opening
  }

  /// Shows bid, ask and volume of a quote, or none.
  mutating func showDepth(of quote: Quote?, in row: inout PriceRowState) {
    row.bid = quote?.bid.map { money.price($0) }
    row.ask = quote?.ask.map { money.price($0) }
    row.volume = quote?.volume.map(VolumeText.text)
  }

  /// The first of: unknown or refused, waiting, halted, auction, closed, before or after the session, delayed,
  /// of less quality than the source's others.
  static func condition(of live: LiveQuote) -> RowCondition {
    guard let quote = live.quote else {
      return switch live.absence {
      case .unknownSymbol: .unknownSymbol
      case .rejected(let reason):
        .rejected(TextSanitizer.clean(reason, maximum: TextSanitizer.sentenceMaximum))
      case .waiting, nil: .waiting
      }
    }
    return switch quote.session {
    case .halted: .halted
    case .auction: .auction
    case .closed: .closed
    case .pre: .pre
    case .post: .post
    case .open: quote.delayMinutes > 0 ? .delayed(minutes: quote.delayMinutes) : condition(of: quote.quality)
    }
  }

  private static func condition(of quality: PriceQuality) -> RowCondition {
    switch quality {
    case .asSource: .none
    case .oneVenue: .oneVenue
    case .polled(let seconds): .polled(every: seconds)
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
}
