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

  /// Where the locale puts a currency; one sample tells, since all currencies of a locale stand alike.
  init(locale: Locale, isUnicode: Bool) {
    var format = MoneyFormat(locale: locale, isUnicode: isUnicode)
    let sample = format.price(Money(minorUnits: 100, currency: "EUR", scale: 2))
    before = max(0, sample.leading - 1)
    after = max(0, sample.text.count - sample.leading - 3)
  }
}
