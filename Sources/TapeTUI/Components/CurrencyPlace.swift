import Foundation
import TapeDomain

/// The columns that a locale gives to a currency before and after the digits of a price.
struct CurrencyPlace: Hashable, Sendable {
  /// Columns before the digits, a blank included.
  let before: Int
  /// Columns after the digits, a blank included.
  let after: Int

  /// A place of those columns.
  init(before: Int, after: Int) {
    self.before = before
    self.after = after
  }

  /// Where the locale puts a currency, with room for the wider one of the two commonest.
  init(locale: Locale?, isUnicode: Bool) {
    var format = MoneyFormat(locale: locale, isUnicode: isUnicode)
    let samples = ["EUR", "USD"].map { format.price(Money(minorUnits: 100, currency: $0, scale: 2)) }
    before = samples.reduce(0) { max($0, $1.leading - 1) }
    after = samples.reduce(0) { max($0, $1.text.count - $1.leading - DecimalWidths.twoDecimals) }
  }
}
