import Foundation
import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct MoneyFormatTests {
  private static let locales = [
    "en_US", "en_GB", "en_IN", "de_DE", "de_CH", "de_AT", "fr_FR", "fr_CH", "ja_JP", "hi_IN", "es_ES",
    "es_MX",
    "pl_PL", "pt_PT", "nl_NL", "sv_SE", "hr_HR", "bn_BD", "ar", "ar_EG", "fa_IR", "he_IL", "mr_IN",
  ]

  private static func price(
    _ units: Int, _ currency: String = "EUR", scale: Int = 2, locale: String = "en_US", isUnicode: Bool = true
  ) -> DecimalText {
    var format = MoneyFormat(locale: Locale(identifier: locale), isUnicode: isUnicode)
    return format.price(Money(minorUnits: units, currency: currency, scale: scale))
  }

  @Test("Every locale writes what Foundation writes, digit for digit", arguments: locales)
  func agreesWithFoundation(locale: String) {
    var format = MoneyFormat(locale: Locale(identifier: locale))
    var components = Locale.Components(identifier: locale)
    components.numberingSystem = Locale.NumberingSystem("latn")
    let latin = Locale(components: components)
    let values = [
      0, 1, -1, 9, 10, -10, 99, 100, 999, -999, 1000, 4321, 9999, 10_000, 18_245, -18_245, 99_999, 100_000,
      123_456,
      999_999, 1_000_000, 1_234_567, -12_345_678, 123_456_789, 1_234_567_890, 98_765_432_109,
      9_007_199_254_740_993, -9_007_199_254_740_993, Int.max, Int.min,
    ]
    for currency in ["EUR", "USD", "JPY", "GBP", "CHF", "INR", "KWD", "XYZ", "BTC"] {
      for scale in [0, 1, 2, 3, 4, 8, 18] {
        let style = Decimal.FormatStyle.Currency(code: currency, locale: latin)
          .precision(.fractionLength(scale))
        for value in values {
          let exact = Decimal(
            sign: value < 0 ? .minus : .plus, exponent: -scale, significand: Decimal(UInt64(value.magnitude)))
          let expected = MoneyFormat.normalized(style.format(exact))
          let actual = format.price(Money(minorUnits: value, currency: currency, scale: scale)).text
          #expect(actual == expected, "\(currency) \(value) at scale \(scale)")
        }
      }
    }
  }

  @Test(
    "A price is written as the locale does",
    arguments: [
      ("en_US", 120_410, "USD", 2, "$1,204.10"),
      ("en_US", 18_245, "EUR", 2, "€182.45"),
      ("de_DE", 123_456_789, "EUR", 2, "1.234.567,89 €"),
      ("de_CH", -123_456, "CHF", 2, "CHF-1’234.56"),
      ("fr_FR", 123_456_789, "EUR", 2, "1 234 567,89 €"),
      ("ja_JP", 1_234_567, "JPY", 0, "¥1,234,567"),
      ("hi_IN", 1_234_567_89, "INR", 2, "₹12,34,567.89"),
      ("es_ES", 123_456, "EUR", 2, "1234,56 €"),
      ("bn_BD", 123_456_789, "EUR", 2, "12,34,567.89€"),
      ("ar_EG", -123_456, "USD", 2, "-1,234.56 US$"),
      ("sv_SE", -123_456, "EUR", 2, "-1 234,56 €"),
    ])
  func localeForms(locale: String, units: Int, currency: String, scale: Int, expected: String) {
    #expect(Self.price(units, currency, scale: scale, locale: locale).text == expected)
  }

  @Test(
    "In the C locale the digits are plain and the code follows",
    arguments: [
      (18_245, "EUR", 2, "182.45 EUR"), (-1_234_567, "USD", 2, "-12345.67 USD"), (5, "EUR", 2, "0.05 EUR"),
      (0, "EUR", 2, "0.00 EUR"), (3241, "GBX", 0, "3241 GBX"), (-1, "XYZ", 4, "-0.0001 XYZ"),
      (.min, "EUR", 2, "-92233720368547758.08 EUR"), (.max, "EUR", 18, "9.223372036854775807 EUR"),
    ])
  func plain(units: Int, currency: String, scale: Int, expected: String) {
    for name in ["C", "POSIX", "en_US_POSIX"] {
      #expect(Self.price(units, currency, scale: scale, locale: name).text == expected)
    }
  }

  @Test(
    "A currency without a sign of its own is named by its code and never by a sign",
    arguments: [
      ("XYZ", "XYZ 182.45"), ("XXX", "182.45 XXX"), ("USDT", "182.45 USDT"), ("usd", "182.45 usd"),
      ("US", "182.45 US"),
    ])
  func unknownCurrency(code: String, expected: String) {
    #expect(Self.price(18_245, code).text == expected)
  }

  @Test("A code cannot reach the terminal's controls")
  func hostileCurrency() {
    #expect(Self.price(18_245, "\u{1B}[31mUSD").text == "182.45 [31mUSD")
    #expect(Self.price(1, String(repeating: "X", count: 500)).text == "0.01 XXXXXXXXXXXX")
  }

  @Test("Pence are shown as pence", arguments: [("en_GB", "3,241 GBX"), ("de_DE", "3.241 GBX")])
  func pence(locale: String, expected: String) {
    #expect(Self.price(3241, "GBX", scale: 0, locale: locale).text == expected)
  }

  @Test("A terminal without Unicode gets codes instead of signs, in every locale", arguments: locales)
  func ascii(locale: String) {
    for currency in ["EUR", "GBP", "JPY", "INR", "XYZ", "GBX", "é€"] {
      let text = Self.price(-123_456_789, currency, locale: locale, isUnicode: false).text
      #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(text)")
    }
    #expect(Self.price(18_245, "EUR", locale: locale, isUnicode: false).text.contains("EUR"))
  }

  @Test("ASCII forms keep the locale's order and signs that are ASCII")
  func asciiForms() {
    #expect(Self.price(18_245, "EUR", isUnicode: false).text == "EUR 182.45")
    #expect(Self.price(18_245, "USD", isUnicode: false).text == "$182.45")
    #expect(Self.price(123_456, "EUR", locale: "de_DE", isUnicode: false).text == "1.234,56 EUR")
  }

  @Test("The decimal separator stands where the alignment says it does", arguments: locales)
  func leading(locale: String) {
    var format = MoneyFormat(locale: Locale(identifier: locale))
    for units in [0, -5, 18_245, -123_456_789, .min] {
      for currency in ["EUR", "GBX", "XYZ"] {
        let decimal = format.price(Money(minorUnits: units, currency: currency, scale: 2))
        let rest = decimal.text.dropFirst(decimal.leading)
        #expect(rest.first.map { ",.٫".contains($0) } == true, "\(decimal)")
        let whole = format.price(Money(minorUnits: units, currency: currency, scale: 0))
        let lastDigit = whole.text.lastIndex { $0.isNumber }.map {
          whole.text.distance(from: whole.text.startIndex, to: $0)
        }
        #expect(whole.leading - 1 == lastDigit, "\(whole)")
      }
    }
  }

  @Test(
    "A change has a sign and no currency; zero has none",
    arguments: [
      ("en_US", 235, 2, "+2.35", 2), ("en_US", -11, 2, "-0.11", 2), ("en_US", 0, 2, "0.00", 1),
      ("de_DE", -149_000, 2, "-1.490,00", 6), ("sv_SE", -5, 0, "-5", 2), ("C", 123_456, 2, "+1234.56", 5),
    ])
  func change(locale: String, units: Int, scale: Int, expected: String, leading: Int) {
    let format = MoneyFormat(locale: Locale(identifier: locale))
    let text = format.change(Money(minorUnits: units, currency: "EUR", scale: scale))
    #expect(text == DecimalText(text: expected, leading: leading))
  }

  @Test(
    "A percentage keeps its sign when it rounds to zero",
    arguments: [
      ("en_US", UInt64(130), 1, "+1.30 %"), ("de_DE", 27, -1, "-0,27 %"), ("en_US", 0, -1, "-0.00 %"),
      ("en_US", 0, 1, "+0.00 %"), ("en_US", 0, 0, "0.00 %"), ("en_US", 12_345_678, 1, "+123,456.78 %"),
      ("C", .max, -1, "-184467440737095516.15 %"),
    ])
  func percent(locale: String, hundredths: UInt64, sign: Int, expected: String) {
    let format = MoneyFormat(locale: Locale(identifier: locale))
    #expect(format.percent(Percent(hundredths: hundredths, sign: sign)).text == expected)
  }

  @Test("More currencies than are kept are still written right")
  func manyCurrencies() {
    var format = MoneyFormat(locale: Locale(identifier: "C"))
    for number in 0..<1000 {
      #expect(format.price(Money(minorUnits: 1, currency: "C\(number)", scale: 2)).text == "0.01 C\(number)")
    }
  }
}
