/// A number as a source wrote it, `units` × 10^-`scale`, read from its text and never through a floating-point number.
///
/// It is in its shortest form: 1.50 is 15 × 10^-1.
struct DecimalNumber: Equatable {
  /// The digits as an integer, with its sign.
  let units: Int
  /// The decimals, 0 to 18.
  let scale: Int

  /// A number of those values, which are in the shortest form.
  init(units: Int, scale: Int) {
    self.units = units
    self.scale = scale
  }

  /// The number that `text` says: `-12.50`, `6.44e-06`, `1E+3`; nil when it says none, or none that fits.
  init?(_ text: Span<UInt8>) {
    var place = 0
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    if isNegative { place = 1 }
    var magnitude: UInt64 = 0
    // Zeros that no other digit has followed yet.
    var zeros = 0
    var decimals = 0
    var digits = 0
    var isFraction = false
    while place < text.count {
      let byte = text[place]
      if byte == UInt8(ascii: "."), !isFraction, digits > 0 {
        isFraction = true
        place += 1
        continue
      }
      guard byte &- 0x30 < 10 else { break }
      digits += 1
      if isFraction { decimals += 1 }
      place += 1
      if byte == 0x30 {
        if magnitude > 0 { zeros += 1 }
        continue
      }
      guard let value = Self.shifted(magnitude, by: zeros + 1, adding: UInt64(byte & 0x0F)) else {
        return nil
      }
      magnitude = value
      zeros = 0
    }
    guard digits > 0, text[place - 1] != UInt8(ascii: "."), let exponent = Self.exponent(at: place, of: text)
    else { return nil }
    if magnitude == 0 {
      self.init(units: 0, scale: 0)
      return
    }
    // What is left of the magnitude's last digit is a power of ten: positive for zeros before the point.
    let power = exponent - decimals + zeros
    guard power >= -18, power <= 18,
      let value = power > 0 ? Self.shifted(magnitude, by: power, adding: 0) : magnitude,
      value <= UInt64(Int.max)
    else { return nil }
    self.init(units: isNegative ? -Int(value) : Int(value), scale: max(0, -power))
  }

  /// The units at a scale; nil when the number has more decimals than that, or does not fit.
  func units(atScale target: Int) -> Int? {
    guard target >= scale else { return nil }
    var value = units
    for _ in scale..<target {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
    }
    return value
  }

  /// The units at a scale, rounded half to even; nil when they do not fit.
  func roundedUnits(atScale target: Int) -> Int? {
    if target >= scale { return units(atScale: target) }
    var divisor = 1
    for _ in target..<scale { divisor *= 10 }
    let (quotient, remainder) = units.quotientAndRemainder(dividingBy: divisor)
    let twice = remainder.magnitude * 2
    let isUp = twice > divisor.magnitude || (twice == divisor.magnitude && quotient & 1 == 1)
    return isUp ? quotient + units.signum() : quotient
  }

  /// The number with at most so many decimals, rounded half to even.
  func rounded(to decimals: Int) -> DecimalNumber {
    guard scale > decimals, let units = roundedUnits(atScale: decimals) else { return self }
    return DecimalNumber(units: units, scale: decimals)
  }

  /// The difference of two numbers; nil when it does not fit.
  static func - (left: DecimalNumber, right: DecimalNumber) -> DecimalNumber? {
    let common = max(left.scale, right.scale)
    guard let mine = left.units(atScale: common), let theirs = right.units(atScale: common) else {
      return nil
    }
    let (difference, overflow) = mine.subtractingReportingOverflow(theirs)
    if overflow { return nil }
    var units = difference
    var scale = common
    while scale > 0, units % 10 == 0 {
      units /= 10
      scale -= 1
    }
    return DecimalNumber(units: units, scale: scale)
  }

  /// `value` × 10^`power` + `digit`; nil when it does not fit.
  private static func shifted(_ value: UInt64, by power: Int, adding digit: UInt64) -> UInt64? {
    if value == 0 { return digit }
    guard power <= 19 else { return nil }
    var result = value
    for _ in 0..<power {
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      result = product
    }
    let (sum, overflow) = result.addingReportingOverflow(digit)
    return overflow ? nil : sum
  }

  /// The exponent at the end of `text`, 0 without one; nil when what follows is none.
  private static func exponent(at place: Int, of text: Span<UInt8>) -> Int? {
    if place == text.count { return 0 }
    guard text[place] | 0x20 == UInt8(ascii: "e") else { return nil }
    var place = place + 1
    let isNegative = place < text.count && text[place] == UInt8(ascii: "-")
    if isNegative || (place < text.count && text[place] == UInt8(ascii: "+")) { place += 1 }
    guard place < text.count else { return nil }
    var value = 0
    while place < text.count {
      guard text[place] &- 0x30 < 10 else { return nil }
      // Beyond any that fits.
      value = min(value * 10 + Int(text[place] & 0x0F), 10_000)
      place += 1
    }
    return isNegative ? -value : value
  }
}
