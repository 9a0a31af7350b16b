import Foundation

/// Reading a locale's pattern off numbers that Foundation formatted.
extension NumberPattern {
  /// Ten digits show the last group, the others and how they repeat.
  private static let long = 9_876_543_210
  /// Four digits show whether a single digit may stand before a separator.
  private static let short = 4_321

  /// The pattern behind a format, or nil when its samples are not digits as expected.
  ///
  /// - Parameters:
  ///   - scale: The decimals that `format` gives, 0 to 18.
  ///   - format: A number as the locale writes it, with Latin digits.
  init?(scale: Int, format: (Decimal) -> String) {
    guard let sample = Sample(format(Decimal(Self.long)), wholeDigits: 10, scale: scale),
      let negative = Sample(format(-Decimal(Self.long)), wholeDigits: 10, scale: scale),
      let short = Sample(format(Decimal(Self.short)), wholeDigits: 4, scale: scale)
    else { return nil }
    prefix = Affix(sample.prefix)
    suffix = Affix(sample.suffix)
    negativePrefix = Affix(negative.prefix)
    negativeSuffix = Affix(negative.suffix)
    decimalSeparator = Affix(sample.decimalSeparator)
    groupSeparator = Affix(sample.groupSeparator)
    lastGroup = sample.groups.last ?? 3
    otherGroups = sample.groups.dropLast().last ?? lastGroup
    minimumBeforeSeparator = short.groups.isEmpty ? 2 : 1
  }

  /// One formatted number, taken apart.
  private struct Sample {
    var prefix = ""
    var suffix = ""
    var decimalSeparator = ""
    var groupSeparator = ""
    /// The sizes of the groups that follow a separator, from the left.
    var groups: [Int] = []

    init?(_ formatted: String, wholeDigits: Int, scale: Int) {
      let text = MoneyFormat.normalized(formatted)
      guard let first = text.firstIndex(where: Self.isDigit), let last = text.lastIndex(where: Self.isDigit)
      else { return nil }
      prefix = String(text[..<first])
      suffix = String(text[text.index(after: last)...])
      var digits = 0
      for character in text[first...last] {
        if Self.isDigit(character) {
          digits += 1
        } else if digits == wholeDigits {
          decimalSeparator.append(character)
        } else if digits < wholeDigits {
          groupSeparator = String(character)
          groups.append(wholeDigits - digits)
        }
      }
      guard digits == wholeDigits + scale, decimalSeparator.isEmpty == (scale == 0) else { return nil }
      // From "digits from here to the end" to the size of each group.
      groups = zip(groups, groups.dropFirst() + [0]).map { $0 - $1 }
    }

    private static func isDigit(_ character: Character) -> Bool {
      character.isASCII && character.isNumber
    }
  }
}
