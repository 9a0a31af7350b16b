extension DecimalText {
  /// The number without the currency or the percent sign behind its digits.
  var withoutSuffix: DecimalText {
    guard let last = text.lastIndex(where: \.isNumber) else { return self }
    let sign = text[last...].filter { $0 == "-" }
    return DecimalText(text: text[...last] + sign, leading: leading)
  }

  /// The number's sign and digits, without any currency.
  var bare: DecimalText {
    let number = withoutSuffix
    guard let first = number.text.firstIndex(where: \.isNumber) else { return self }
    let before = number.text[..<first]
    let sign = before.filter { "+-".contains($0) }
    return DecimalText(
      text: sign + number.text[first...], leading: number.leading - before.count + sign.count)
  }
}
