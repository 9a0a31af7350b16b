/// Where a locale puts signs, separators and currency around the digits of a number with a fixed scale.
///
/// The digits themselves come from an integer, so every 64-bit amount is written exactly.
struct NumberPattern: Hashable, Sendable {
  /// What stands before the digits of a number that is not negative.
  var prefix: String
  /// What stands after the digits of a number that is not negative.
  var suffix: String
  /// What stands before the digits of a negative number, sign included.
  var negativePrefix: String
  /// What stands after the digits of a negative number.
  var negativeSuffix: String
  /// What stands between the whole part and the decimals.
  var decimalSeparator: String
  /// What stands between groups of digits; empty without grouping.
  var groupSeparator: String
  /// How many digits the last group before the decimal separator has.
  var lastGroup: Int
  /// How many digits the other groups have: 3, or 2 as in India.
  var otherGroups: Int
  /// How many digits must stand before the first separator: 1, or 2 as in Spain.
  var minimumBeforeSeparator: Int

  /// Plain digits with a point, as the C locale has them.
  static let plain = NumberPattern(
    prefix: "", suffix: "", negativePrefix: "-", negativeSuffix: "", decimalSeparator: ".",
    groupSeparator: "", lastGroup: 3, otherGroups: 3, minimumBeforeSeparator: 1)

  /// The same digits and separators without a currency, the code after them.
  func followed(by code: String) -> NumberPattern {
    var pattern = bare
    pattern.suffix = " " + code
    pattern.negativeSuffix = pattern.suffix
    return pattern
  }

  /// The same digits and separators with nothing around them but an ASCII minus.
  var bare: NumberPattern {
    var pattern = self
    pattern.prefix = ""
    pattern.suffix = ""
    pattern.negativePrefix = "-"
    pattern.negativeSuffix = ""
    return pattern
  }

  /// Whether everything around the digits is ASCII.
  var isASCII: Bool {
    [prefix, suffix, negativePrefix, negativeSuffix, decimalSeparator, groupSeparator]
      .allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
  }

  /// `units` × 10^-`scale`; any 64-bit number, the smallest included.
  func text(_ units: Int, scale: Int) -> DecimalText {
    units < 0
      ? text(magnitude: UInt64(units.magnitude), scale: scale, prefix: negativePrefix, suffix: negativeSuffix)
      : text(magnitude: UInt64(units.magnitude), scale: scale, prefix: prefix, suffix: suffix)
  }

  /// `magnitude` × 10^-`scale` between `prefix` and `suffix`.
  func text(magnitude: UInt64, scale: Int, prefix: String, suffix: String) -> DecimalText {
    let significant = String(magnitude)
    let padding = max(scale + 1 - significant.utf8.count, 0)
    let whole = significant.utf8.count + padding - scale
    var text = prefix
    text.reserveCapacity(prefix.utf8.count + suffix.utf8.count + 2 * (whole + scale) + 4)
    var leading = prefix.count
    var position = 0
    func append(_ digit: Unicode.Scalar) {
      if position == whole {
        text += decimalSeparator
      } else if position > 0, position < whole, isGroupStart(whole - position, of: whole) {
        text += groupSeparator
        leading += groupSeparator.count
      }
      text.unicodeScalars.append(digit)
      if position < whole { leading += 1 }
      position += 1
    }
    for _ in 0..<padding { append("0") }
    for digit in significant.unicodeScalars { append(digit) }
    text += suffix
    return DecimalText(text: text, leading: leading)
  }

  /// Whether a separator stands before the digit that has `remaining` digits of `whole` from itself on.
  private func isGroupStart(_ remaining: Int, of whole: Int) -> Bool {
    guard !groupSeparator.isEmpty, whole >= lastGroup + minimumBeforeSeparator, remaining >= lastGroup
    else { return false }
    return (remaining - lastGroup) % otherGroups == 0
  }
}
