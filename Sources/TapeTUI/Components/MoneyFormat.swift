public import Foundation
public import TapeDomain

/// Writes exact money the way the user's locale does.
///
/// Foundation is asked once for each currency and scale how the locale writes it; from then on the digits come
/// from integers, which is exact for every 64-bit amount and some twenty times faster. In the C locale the
/// digits are plain, with a point, and the code follows: `182.45 EUR`.
public struct MoneyFormat: Sendable {
  private struct Key: Hashable {
    let currency: String
    let scale: Int
  }

  /// A source may name any currency; past this many patterns the cache starts afresh.
  private static let maximumPatterns = 256
  /// The longest currency code that is shown.
  private static let maximumCode = 12

  /// The locale with Latin digits; nil for the C locale.
  private let locale: Locale?
  private let isUnicode: Bool
  private let number: NumberPattern
  private var patterns: [Key: NumberPattern] = [:]

  /// A format for that locale.
  ///
  /// - Parameters:
  ///   - locale: The user's locale, whose digits are replaced by Latin ones; nil for the C locale, which wakes no
  ///     part of Foundation: ICU alone takes four megabytes.
  ///   - isUnicode: Whether the terminal shows more than ASCII; without it `€` becomes `EUR`.
  public init(locale: Locale?, isUnicode: Bool = true) {
    self.isUnicode = isUnicode
    guard let locale, !EnvironmentLocale.isPOSIX(locale) else {
      self.locale = nil
      number = .plain
      return
    }
    var components = Locale.Components(locale: locale)
    components.numberingSystem = Locale.NumberingSystem("latn")
    let latin = Locale(components: components)
    self.locale = latin
    number = Self.numberPattern(latin, isUnicode: isUnicode)
  }

  /// A price with its currency, with exactly the decimals of its scale.
  public mutating func price(_ money: Money) -> DecimalText {
    let key = Key(currency: money.currency, scale: money.scale)
    if let pattern = patterns[key] { return pattern.text(money.minorUnits, scale: money.scale) }
    let pattern = pattern(currency: money.currency, scale: money.scale)
    if patterns.count >= Self.maximumPatterns { patterns.removeAll() }
    patterns[key] = pattern
    return pattern.text(money.minorUnits, scale: money.scale)
  }

  /// A change with its sign and without its currency, such as `+2.35`; zero has no sign.
  public func change(_ money: Money) -> DecimalText {
    number.text(
      magnitude: UInt64(money.minorUnits.magnitude), scale: money.scale,
      prefix: Self.sign(money.minorUnits.signum()), suffix: "")
  }

  /// A percentage with two decimals, such as `+1.30 %`; the sign of a value that rounds to zero stays.
  public func percent(_ percent: Percent) -> DecimalText {
    number.text(magnitude: percent.hundredths, scale: 2, prefix: Self.sign(percent.sign), suffix: " %")
  }

  /// The text with plain spaces and an ASCII minus, and without marks that have no width.
  static func normalized(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{A0}", "\u{202F}", "\u{2009}": result.append(" ")
      case "\u{2212}": result.append("-")
      case _ where scalar.properties.generalCategory == .format: continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func sign(_ sign: Int) -> Affix {
    sign > 0 ? "+" : sign < 0 ? "-" : ""
  }

  private func pattern(currency: String, scale: Int) -> NumberPattern {
    // Foundation reads only the first letters of a longer code and would show USDT as dollars; XXX and pence
    // have no sign of their own.
    guard let locale, Self.isISOCode(currency), currency != "GBX", currency != "XXX" else {
      return number.followed(by: shownCode(currency))
    }
    let style = Decimal.FormatStyle.Currency(code: currency, locale: locale).precision(.fractionLength(scale))
    let pattern = NumberPattern(scale: scale) { style.format($0) }
    if let pattern, isUnicode || pattern.isASCII { return pattern }
    let spelled = NumberPattern(scale: scale) { style.presentation(.isoCode).format($0) }
    if let spelled, isUnicode || spelled.isASCII { return spelled }
    return number.followed(by: currency)
  }

  private static func isISOCode(_ code: String) -> Bool {
    code.utf8.count == 3 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  private func shownCode(_ code: String) -> String {
    let clean = TextSanitizer.clean(code, maximum: Self.maximumCode)
    if isUnicode || clean.utf8.allSatisfy({ $0 < 0x80 }) { return clean }
    return String(clean.map { $0.isASCII ? $0 : "?" })
  }

  /// How the locale writes a number without a currency.
  private static func numberPattern(_ locale: Locale, isUnicode: Bool) -> NumberPattern {
    let style = Decimal.FormatStyle(locale: locale).precision(.fractionLength(2))
    guard var pattern = NumberPattern(scale: 2, format: { style.format($0) })?.bare else { return .plain }
    if !isUnicode, pattern.groupSeparator.text == "\u{2019}" { pattern.groupSeparator = "'" }
    return isUnicode || pattern.isASCII ? pattern : .plain
  }
}
