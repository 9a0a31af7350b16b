/// Where a locale puts signs, separators and currency around the digits of a number with a fixed scale.
///
/// The digits themselves come from an integer, so every 64-bit amount is written exactly.
struct NumberPattern: Hashable, Sendable {
  /// What stands before the digits of a number that is not negative.
  var prefix: Affix
  /// What stands after the digits of a number that is not negative.
  var suffix: Affix
  /// What stands before the digits of a negative number, sign included.
  var negativePrefix: Affix
  /// What stands after the digits of a negative number.
  var negativeSuffix: Affix
  /// What stands between the whole part and the decimals.
  var decimalSeparator: Affix
  /// What stands between groups of digits; empty without grouping.
  var groupSeparator: Affix
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
    pattern.suffix = Affix(" " + code)
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
      .allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } }
  }

  /// `units` × 10^-`scale`; any 64-bit number, the smallest included.
  func text(_ units: Int, scale: Int) -> DecimalText {
    units < 0
      ? text(magnitude: UInt64(units.magnitude), scale: scale, prefix: negativePrefix, suffix: negativeSuffix)
      : text(magnitude: UInt64(units.magnitude), scale: scale, prefix: prefix, suffix: suffix)
  }

  /// `magnitude` × 10^-`scale` between `prefix` and `suffix`.
  func text(magnitude: UInt64, scale: Int, prefix: Affix, suffix: Affix) -> DecimalText {
    // The digits from the last on; a number below one still has a digit before the separator.
    var digits = [UInt8]()
    digits.reserveCapacity(20)
    var rest = magnitude
    while rest > 0 || digits.count <= scale {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      digits.append(UInt8(ascii: "0") + UInt8(digit))
      rest = quotient
    }
    let whole = digits.count - scale
    var bytes = [UInt8]()
    bytes.reserveCapacity(64)
    bytes.append(contentsOf: prefix.text.utf8)
    var leading = prefix.characterCount + whole
    for remaining in stride(from: digits.count, to: 0, by: -1) {
      if remaining == scale {
        bytes.append(contentsOf: decimalSeparator.text.utf8)
      } else if remaining < digits.count, isGroupStart(remaining - scale, of: whole) {
        bytes.append(contentsOf: groupSeparator.text.utf8)
        leading += groupSeparator.characterCount
      }
      bytes.append(digits[remaining - 1])
    }
    bytes.append(contentsOf: suffix.text.utf8)
    return DecimalText(text: String(decoding: bytes, as: UTF8.self), leading: leading)
  }

  /// Whether a separator stands before the digit that has `remaining` digits of `whole` from itself on.
  private func isGroupStart(_ remaining: Int, of whole: Int) -> Bool {
    guard !groupSeparator.text.isEmpty, whole >= lastGroup + minimumBeforeSeparator, remaining >= lastGroup
    else { return false }
    return (remaining - lastGroup) % otherGroups == 0
  }
}
